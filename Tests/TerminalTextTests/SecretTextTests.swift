import TerminalText
import Testing

@Suite("Passwords in addresses")
struct SecretTextTests {
    @Test(
        "A password in an address is hidden",
        arguments: [
            ("clickhouse://ann:s3cret@host/d", "clickhouse://ann:***@host/d"),
            ("CLICKHOUSE+HTTPS://ann:s3cret@host/d", "CLICKHOUSE+HTTPS://ann:***@host/d"),
            ("open \"clickhouse://ann:s3cret@h/d\"; sum steps from \"a@b\"", "open \"clickhouse://ann:***@h/d\"; sum steps from \"a@b\""),
            ("clickhouse://ann:s@cr:et/@host:8123/d", "clickhouse://ann:***@host:8123/d"),
            ("clickhouse://ann@corp:s3cret@host/d", "clickhouse://ann@corp:***@host/d"),
            ("open \"clickhouse://ann:s3\"\"cret@h/d\"", "open \"clickhouse://ann:***@h/d\""),
            ("tally push clickhouse://ann:s3\"cret@h/d", "tally push clickhouse://ann:***@h/d"),
            ("open \"clickhouse://ann:s3cret@h/d", "open \"clickhouse://ann:***@h/d"),
            ("clickhouse:ann:s3cret@host", "clickhouse:ann:***@host"),
            ("clickhouse//ann:s3cret@host", "clickhouse//ann:***@host"),
            ("clickhose://ann:s3cret@host", "clickhose://ann:***@host"),
            ("clickhouse://ann:s3cret host/d", "clickhouse://ann:*** host/d"),
            ("clickhouse://host/d?user=ann&password=s3cret&x=1", "clickhouse://host/d?user=ann&password=***&x=1"),
            ("a://u:p@h\nb://u:q@h", "a://u:***@h\nb://u:***@h"),
        ])
    func hidden(text: String, expected: String) {
        #expect(SecretText.masked(text) == expected)
        #expect(SecretText.isSecret(text))
        #expect(SecretText.masked(expected) == expected)
    }

    @Test(
        "Text without a password is unchanged",
        arguments: [
            "clickhouse://ann@host:8123/d", "clickhouse://host:8123/d", "clickhouse://[::1]:9000/d", "spark:local[2]/data",
            "spark://master:7077/data", "/home/ann:b@c", "sum steps where source is \"a:b@c\"", "explain sql for clickhouse sum steps",
            "no answer from clickhouse://127.0.0.1:9/d: connection refused", "clickhouse://ann:@host/d",
            "open \"clickhouse://h:8123/d\"; sum steps from \"a:b@c\"", "see https://example.com/a: all", "", "clickhouse:",
        ])
    func unchanged(text: String) {
        #expect(SecretText.masked(text) == text)
        #expect(!SecretText.isSecret(text))
    }
}
