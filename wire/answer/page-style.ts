/**
 * The style sheet of reports and statements. Light and dark on screen, black on white in print,
 * where the header of a long table is repeated on each page (Chromium does not repeat headers that
 * contain a button's box). A dozen columns of long numbers fit on A4 landscape at 8 points; wider
 * tables use a smaller font.
 */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --back: #fff; --text: #1b2430; --dim: #566272; --line: #dde2e8; --soft: #f4f6f9;
  --plus: #1f6feb; --minus: #b42318; --second: #a35f00; --net: #1b2430; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --text: #e3e8ee; --dim: #9aa6b4; --line: #2d3540;
  --soft: #1a2029; --plus: #5b9dff; --minus: #ff7b6b; --second: #e0a44a; --net: #e3e8ee; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 100rem; padding: 2.5rem 2rem 3rem; background: var(--back); color: var(--text);
  font: 14px/1.45 system-ui, sans-serif; display: flex; flex-direction: column; gap: 1.8rem; }
body > * { min-width: 0; }
header { order: 0; display: flex; justify-content: space-between; gap: 1.5rem 3rem; flex-wrap: wrap;
  padding-bottom: 1rem; border-bottom: 2px solid var(--text); }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 0 0 .6rem; font-size: 1.05rem; } h2 small { color: var(--dim); font-weight: 400; font-variant-numeric: tabular-nums; }
p { margin: 0; } .dim { color: var(--dim); } h1 + .dim { margin-top: .2rem; } .wide + .dim { margin-top: .5rem; }
.none { padding: 1.1rem; border: 1px dashed var(--line); border-radius: .5rem; color: var(--dim); text-align: center; }
dl { display: grid; grid-template-columns: auto auto; gap: .1rem 1.2rem; margin: 0; align-content: start; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.head { order: 1; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1.5rem;
  align-items: start; }
.head:empty { display: none; }
section { order: 3; } .head + section, section.totals { order: 2; } section.rows { order: 3; }
footer { order: 4; color: var(--dim); font-size: .85rem; }
figure { margin: 0; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
figcaption { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .7rem; margin-bottom: .6rem; font-weight: 600; }
figcaption small { color: var(--dim); font-weight: 400; font-size: .93em; }
.key::before { content: ""; display: inline-block; width: .8em; height: .8em; margin-right: .35em; border-radius: .15em;
  background: var(--plus); vertical-align: -.05em; }
.key.second::before { background: var(--second); } .key.net::before { width: .2em; border-radius: 0; background: var(--net); }
svg { display: block; width: 100%; height: auto; font-variant-numeric: tabular-nums; }
svg text { fill: var(--dim); font-size: 11px; } svg .end { text-anchor: end; } svg .mid { text-anchor: middle; }
svg .name { fill: var(--text); } svg .grid { stroke: var(--line); } svg .zero { stroke: var(--dim); }
svg .plus { fill: var(--plus); } svg .minus { fill: var(--minus); } svg rect.second { fill: var(--second); }
svg .line { fill: none; stroke: var(--plus); stroke-width: 2; stroke-linejoin: round; }
svg .line.second { stroke: var(--second); stroke-dasharray: 5 3; } svg .dot { fill: var(--plus); } svg .dot.second { fill: var(--second); }
svg .net { stroke: var(--net); stroke-width: 2.5; }
.wide { overflow: auto; max-height: 85vh; } .wide:focus-visible { outline: 2px solid var(--plus); outline-offset: 2px; }
table { width: 100%; border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: left; border-bottom: 1px solid var(--line); }
td { white-space: nowrap; } td.text { white-space: normal; min-width: 14rem; overflow-wrap: anywhere; }
thead th { position: sticky; top: 0; background: var(--back); vertical-align: bottom; line-height: 1.25; }
th { font-weight: 600; color: var(--dim); border-bottom-color: var(--text); }
tbody th { color: inherit; font-weight: 400; border-bottom-color: var(--line); } thead td { border-bottom-color: var(--text); }
.sums tr > :first-child { padding-left: 0; } .sums tr > :last-child { padding-right: 0; }
th button { all: unset; cursor: pointer; position: relative; border-radius: .15rem; }
th button:hover { color: var(--text); } th button:focus-visible { outline: 2px solid var(--plus); outline-offset: 3px; }
th button::after { content: "\\2195" / ""; position: absolute; bottom: 0; left: 100%; width: .7rem; text-align: center; opacity: .5; font-weight: 400; }
.number button::after { left: auto; right: 100%; }
th[aria-sort] { color: var(--text); } th[aria-sort] button::after { opacity: 1; font-weight: 600; }
th[aria-sort=ascending] button::after { content: "\\2191" / ""; } th[aria-sort=descending] button::after { content: "\\2193" / ""; }
.number { text-align: right; } .minus { color: var(--minus); } .zero { color: var(--dim); }
.wide tbody tr:nth-child(even) { background: var(--soft); }
tfoot td, .sum > * { font-weight: 600; border-top: 1px solid var(--text); border-bottom: 0; }
.sums .sum > * { font-weight: 600; } tfoot td { position: sticky; bottom: 0; background: var(--back); }
@media (max-width: 45rem) { body { padding: 1.2rem 1rem; } header dl { width: 100%; } }
@page { size: A4 landscape; margin: 12mm 10mm 14mm; @bottom-right { content: counter(page) " / " counter(pages); font: 7pt system-ui, sans-serif; color: #444; } }
@media print {
  :root { color-scheme: light; --back: #fff; --text: #000; --dim: #444; --line: #bbb; --soft: #f6f6f6; --plus: #1f6feb;
    --minus: #b42318; --second: #a35f00; --net: #000; }
  * { print-color-adjust: exact; }
  body { max-width: none; padding: 0; font-size: 8pt; gap: 5mm; }
  .head { grid-template-columns: repeat(auto-fit, minmax(60mm, 1fr)); gap: 4mm; }
  figure { padding: 2mm; break-inside: avoid; } figcaption { margin-bottom: 1mm; }
  .wide { overflow: visible; max-height: none; } thead th, tfoot td { position: static; }
  th, td { padding: 1.5pt 3pt; } td.text { min-width: 0; }
  .many { font-size: 5.5pt; } .many th, .many td { padding: 1pt 1.5pt; }
  th button { display: contents; } th button::after { content: none; } h1 { font-size: 16pt; } h2 { font-size: 10pt; }
  thead { display: table-header-group; } tfoot { display: table-row-group; }
  tr { break-inside: avoid; } h2 { break-after: avoid; }
}
`
