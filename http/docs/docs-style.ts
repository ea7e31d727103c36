/** The style sheet of the page at /docs/api. The page's content security policy contains its hash. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: #d5dae1; --soft: #f4f6f8; --text: #1b2430; --dim: #5a6675;
  --link: #0b61c4; --ground: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #303a46; --soft: #1a2129; --text: #e3e8ee;
  --dim: #98a5b3; --link: #6db3ff; --ground: #11161c; } }
* { box-sizing: border-box; }
body { margin: 0; display: flex; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; width: 15rem; flex: none; overflow-y: auto;
  padding: 1rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 1rem 0; padding: 0; }
.home { font-weight: 700; color: var(--text); text-decoration: none; }
a { color: var(--link); }
small { color: var(--dim); font-weight: 400; }
main { flex: 1; min-width: 0; max-width: 62rem; padding: 1rem 2rem 6rem; }
[hidden] { display: none; }
.find { position: sticky; top: 0; padding: .6rem 0; background: var(--ground); }
.find input { font: inherit; width: min(24rem, 70%); padding: .35rem .6rem; }
h2 { margin: 2.5rem 0 .75rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h4 { margin: 1.25rem 0 .35rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; }
summary { cursor: pointer; padding: .45rem .7rem; display: flex; gap: .7rem; flex-wrap: wrap;
  align-items: baseline; }
summary span { color: var(--dim); }
details[open] > summary { border-bottom: 1px solid var(--line); background: var(--soft); }
details > div { padding: .2rem 1rem 1rem; }
b { min-width: 4rem; font: 700 12px/1.5 ui-monospace, monospace; }
.GET { color: #0a7d4f; } .POST { color: #0b61c4; } .PUT, .PATCH { color: #a35b00; }
.DELETE { color: #c0322b; }
@media (prefers-color-scheme: dark) { .GET { color: #4fd39a; } .POST { color: #6db3ff; }
  .PUT, .PATCH { color: #f0b35a; } .DELETE { color: #ff8a80; } }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .7rem;
  overflow-x: auto; margin: 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0;
  border-bottom: 1px solid var(--line); }
th { font-weight: 500; white-space: nowrap; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto;
  width: auto; border-right: 0; border-bottom: 1px solid var(--line); } nav ul { display: flex;
  flex-wrap: wrap; gap: .2rem .9rem; margin: .5rem 0 0; } main { padding: 1rem; }
  tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line); }
  th, td { display: inline-block; padding: 0 .6rem 0 0; border: 0; white-space: normal; }
  td:last-child { display: block; } }
`
