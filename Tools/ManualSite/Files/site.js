// The manual works without this script, except for search.
(function () {
  "use strict";

  // Boxes that do not scroll need no stop for the Tab key.
  function fit() {
    document.querySelectorAll("[role=group][aria-label]").forEach(function (box) {
      if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    });
  }
  fit();
  addEventListener("resize", fit);
  document.addEventListener("toggle", fit, true);

  // Paper shows everything.
  var folded = [];
  addEventListener("beforeprint", function () {
    folded = Array.from(document.querySelectorAll("main details:not([open])"));
    folded.forEach(function (details) { details.open = true; });
  });
  addEventListener("afterprint", function () { folded.forEach(function (details) { details.open = false; }); });

  var current = document.querySelector("#Pages a[aria-current]"), list = document.getElementById("Pages");
  if (current && list.scrollHeight > list.clientHeight) list.scrollTop = current.offsetTop - list.clientHeight / 2;

  var field = document.getElementById("Words") || document.querySelector(".top input");
  addEventListener("keydown", function (event) {
    var isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  var results = document.getElementById("Results");
  if (!results || typeof tallySections === "undefined") return;

  // Search: each word of the question gets points for the places where a section has it.
  var common = new Set("a an and are can do does for from how i in is it my of on or the to use was what when where which why with".split(" "));
  var sections = tallySections.map(function (fields) {
    return {
      page: fields[0], rank: fields[1], heading: fields[2], anchor: fields[3], text: fields[5],
      title: tallyPages[fields[0]][1].toLowerCase(), head: fields[2].toLowerCase(), low: fields[5].toLowerCase(),
      plain: plain(fields[5].toLowerCase()),
      terms: fields[4].toLowerCase().split("\n")
    };
  });

  function matcher(word) {
    var escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return { word: word, start: new RegExp("(?<![\\p{L}\\p{N}])" + escaped, "u"), whole: new RegExp("(?<![\\p{L}\\p{N}])" + escaped + "(?![\\p{L}\\p{N}])", "u") };
  }

  // The points of a word in a text: all of them for the word, some for its start, few for a part of another word.
  function points(match, text, most) {
    if (!text.includes(match.word)) return 0;
    if (match.whole.test(text)) return most;
    return match.start.test(text) ? most * 0.6 : match.word.length > 2 || match.word > "\u2fff" ? most * 0.2 : 0;
  }

  function plain(text) { return " " + text.replace(/[^\p{L}\p{N}]+/gu, " ").trim() + " "; }

  // - phrase: all words of the question one after the other, without signs.
  function score(section, matches, phrase) {
    var sum = 0, found = 0;
    if (matches.length > 1) {
      var isTerm = section.terms.some(function (text) { return plain(text).includes(phrase); });
      if (plain(section.head).startsWith(phrase.trimEnd())) sum += 60;
      else if (isTerm || plain(section.head).includes(phrase)) sum += 40;
      else if (section.plain.includes(phrase)) sum += 15;
    }
    matches.forEach(function (match) {
      var term = 0;
      section.terms.forEach(function (text) {
        if (text) term = Math.max(term, points(match, text, text === match.word ? 60 : 25));
      });
      var head = points(match, section.head, section.head === match.word ? 70 : 45);
      var title = section.heading ? points(match, section.title, 8) : points(match, section.title, section.title === match.word ? 75 : 50);
      var text = points(match, section.low, 10);
      if (term + head + title + text > 0) found += 1;
      sum += Math.max(term, head, title) + 0.2 * Math.min(term, head) + text;
    });
    return { sum: sum * [0.5, 0.5, 0.9, 1, 1.15][section.rank], found: found };
  }

  function snippet(section, matches) {
    var place = -1;
    matches.forEach(function (match) {
      var found = section.low.search(match.whole);
      if (found < 0) found = section.low.indexOf(match.word);
      if (found >= 0 && (place < 0 || found < place)) place = found;
    });
    var start = Math.max(0, place - 60);
    if (start > 0) start = section.text.indexOf(" ", start) + 1;
    return (start > 0 ? "… " : "") + section.text.slice(start, start + 180) + (section.text.length > start + 180 ? " …" : "");
  }

  // Adds text to an element, with marks at the words.
  function add(element, text, words) {
    var pattern = new RegExp("(" + words.map(function (w) { return w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"); }).join("|") + ")", "gi");
    text.split(pattern).forEach(function (part, index) {
      if (!part) return;
      var node = index % 2 ? document.createElement("mark") : document.createTextNode(part);
      if (index % 2) node.textContent = part;
      element.appendChild(node);
    });
  }

  function find(question) {
    var words = question.toLowerCase().split(/\s+/).map(function (word) {
      return word.replace(/^["'“”`(]+|["'“”`),.?!:;]+$/g, "") || word;
    }).filter(Boolean);
    var rare = words.filter(function (word) { return !common.has(word); });
    if (rare.length) words = rare;
    var matches = Array.from(new Set(words)).map(matcher), phrase = plain(words.join(" "));
    var scored = sections.map(function (section, index) {
      var result = score(section, matches, phrase);
      return { section: section, index: index, sum: result.sum, found: result.found };
    }).filter(function (item) { return item.found > 0; });
    var most = scored.reduce(function (n, item) { return Math.max(n, item.found); }, 0);
    scored = scored.filter(function (item) { return item.found === most; });
    scored.sort(function (a, b) { return b.sum - a.sum || a.index - b.index; });
    return { words: words, matches: matches, items: scored };
  }

  function show(question) {
    var status = document.getElementById("Status");
    results.textContent = "";
    status.textContent = "";
    if (!question.trim()) return;
    var found = find(question);
    status.textContent = found.items.length === 0 ? "No page has these words." : found.items.length === 1 ? "1 section" : found.items.length + " sections";
    found.items.slice(0, 40).forEach(function (item) {
      var section = item.section, page = tallyPages[section.page];
      var entry = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
      link.href = page[0] + (section.anchor ? "#" + section.anchor : "");
      add(link, section.heading || page[1], found.words);
      entry.appendChild(link);
      if (section.heading) {
        var name = document.createElement("p");
        name.className = "soft";
        name.textContent = page[1];
        entry.appendChild(name);
      }
      add(text, snippet(section, found.matches), found.words);
      entry.appendChild(text);
      results.appendChild(entry);
    });
  }

  field.value = new URLSearchParams(location.search).get("q") || "";
  show(field.value);
  if (!field.value) field.focus();
  field.addEventListener("input", function () {
    show(field.value);
    try { history.replaceState(null, "", "search.html?q=" + encodeURIComponent(field.value)); } catch (error) { /* a file has no history */ }
  });
  field.form.addEventListener("submit", function (event) {
    event.preventDefault();
    var first = results.querySelector("a");
    if (first) first.focus();
  });
  document.addEventListener("keydown", function (event) {
    var step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    var links = Array.from(results.querySelectorAll("a")), place = links.indexOf(document.activeElement);
    if (!step || (place < 0 && document.activeElement !== field) || !links.length) return;
    event.preventDefault();
    if (place + step < 0) field.focus();
    else links[Math.min(place + step, links.length - 1)].focus();
  });
})();
