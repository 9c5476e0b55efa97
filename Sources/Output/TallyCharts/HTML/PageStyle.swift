/// The style rules of a page.
package enum PageStyle {
    /// The rules of pages with many answers.
    package static var answers: String { text(alignsRight: [], width: SVGOptions().width) + report }

    /// The width in pixels of the drawing for windows narrower than `breakpoint`.
    static let narrowWidth = 344
    private static let breakpoint = 560

    /// Returns the rules. `alignsRight` has one element per column of the table. `width` is the width of the drawing for wide windows.
    static func text(alignsRight: [Bool], width: Int, scheme: Drawing.Scheme = .automatic) -> String {
        let right = alignsRight.indices.filter { alignsRight[$0] }.map { "tr>:nth-child(\($0 + 1))" }.joined(separator: ",")
        let numbers = right.isEmpty ? "" : "\(right){text-align:right}\n"
        let dark =
            scheme == .automatic ? "@media screen and (prefers-color-scheme:dark){\n\(colors(of: .dark, selector: ":root"))\n}\n" : ""
        return """
            \(colors(of: scheme == .dark ? .dark : .light, selector: ":root"))
            body{margin:0 auto;padding:1.5rem 1rem;max-width:60rem;background:var(--ground);color:var(--ink);\
            font:15px/1.45 \(Drawing.Font.families)}
            h1{margin:0 0 .25rem;font-size:1.35rem;line-height:1.25;overflow-wrap:anywhere}
            h2{margin:0 0 .25rem;font-size:1rem;overflow-wrap:anywhere}
            header p,figcaption p{margin:.15rem 0;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
            pre{margin:.75rem 0 0;padding:.5rem .75rem;border-left:3px solid var(--line);background:var(--tint);white-space:pre-wrap;\
            overflow-wrap:anywhere;font:13px/1.45 ui-monospace,Menlo,Consolas,monospace}
            figure{margin:1rem 0}
            svg{display:block;width:100%;height:auto;overflow:visible}
            .wide{max-width:\(width * 5 / 4)px}
            .narrow{display:none;max-width:\(narrowWidth * 5 / 4)px}
            table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
            caption{padding:.5rem 0;text-align:left;color:var(--soft)}
            th,td{padding:.3rem .75rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:baseline}
            th{font-weight:600}
            tbody th{font-weight:400;white-space:nowrap}
            tr>:first-child{padding-left:0}
            thead th{position:sticky;top:0;background:var(--ground);box-shadow:inset 0 -1px var(--soft);vertical-align:bottom}
            tfoot th,tfoot td{border-top:1px solid var(--soft);border-bottom:0;font-weight:600}
            .gap{text-align:center;color:var(--soft)}
            tbody tr:hover>*{background:var(--tint)}
            \(numbers)@media (max-width:\(breakpoint - 1)px){
            .wide{display:none}
            .narrow{display:block}
            th,td{padding:.3rem .5rem;white-space:nowrap}
            thead th{position:static}
            .scroll{overflow-x:auto}
            }
            \(dark)@media print{
            @page{margin:15mm}
            body{max-width:none;padding:0;font-size:10pt}
            .wide{display:block}
            .narrow{display:none}
            .scroll{overflow:visible}
            header,figure,tr,pre{break-inside:avoid}
            thead{display:table-header-group}
            thead th{position:static}
            tfoot{display:table-row-group}
            *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
            }

            """
    }

    /// The additional rules of a page of many answers.
    static let report = """
        h2{margin:2.25rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--line);font-size:1.15rem;scroll-margin-top:.5rem}
        h3{margin:0 0 .25rem;font-size:1rem;overflow-wrap:anywhere}
        .soft{margin:.15rem 0;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
        .answer{margin:1.25rem 0}
        figure{margin:1.25rem 0}
        figure>div{margin-top:.5rem}
        .scroll{margin:.5rem 0}
        main>.scroll th,main>.scroll td,.wrapped th,.wrapped td{white-space:normal}
        .num{text-align:right}
        .middle{text-align:center}
        .code{border-left-style:double}
        code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
        pre code{font-size:inherit}
        blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
        hr{margin:2rem 0;border:0;border-top:1px solid var(--line)}
        main li{margin:.25rem 0}
        pre{margin:1rem 0;overflow-x:auto;white-space:pre;overflow-wrap:normal}
        .remark code{font:.8125rem ui-monospace,Menlo,Consolas,monospace}
        .remark{margin:1rem 0;padding:.4rem .75rem;border-left:3px solid var(--soft);background:var(--tint);font-size:.875rem;\
        overflow-wrap:anywhere}
        .question{margin:1.25rem 0;padding:.25rem 1rem;border:1px solid var(--line);border-radius:.5rem}
        summary{padding:.25rem 0;font-weight:600;cursor:pointer}
        img{max-width:100%;height:auto}
        :focus-visible{outline:2px solid var(--ink);outline-offset:2px}
        nav{margin:1rem 0}
        nav ol{margin:0;padding-left:1.5rem;columns:14rem;column-gap:2rem}
        nav li{break-inside:avoid}
        a{color:inherit;overflow-wrap:anywhere}
        @media print{
        details::details-content{display:block;content-visibility:visible}
        nav{display:none}
        h1,h2,h3,caption,.soft{break-after:avoid}
        h2+p{break-after:avoid}
        thead th{box-shadow:none;border-bottom:1px solid var(--soft)}
        h2{margin-top:1.25rem}
        .short{break-inside:avoid}
        .narrow-cells td{white-space:nowrap}
        table{font-size:8.5pt}
        th,td{padding:.2rem .4rem}
        .scroll{break-before:avoid}
        pre{white-space:pre-wrap}
        .remark,svg{break-inside:avoid}
        figure{margin:.75rem 0}
        }

        """

    private static func colors(of palette: Palette, selector: String) -> String {
        """
        \(selector){--ground:\(palette.ground.hex);--ink:\(palette.ink.hex);--soft:\(palette.soft.hex);--line:\(palette.grid.hex);\
        --tint:\(palette.tint.hex)}
        """
    }
}
