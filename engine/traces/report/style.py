"""How a report looks: light and dark as the reader's system has it, and on paper."""

from __future__ import annotations

STYLE = """
:root { color-scheme: light dark; --ink: #16212a; --quiet: #52606b; --paper: #fff;
  --raised: #f0f3f4; --line: #d0d7db; --accent: #0b6478; --mark: #b0460a; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebee; --quiet: #9fadb8; --paper: #1a2126; --raised: #242d34;
    --line: #39444c; --accent: #5cc3d6; --mark: #ffab5e; --warn: #e8bf62; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; background: var(--paper);
  color: var(--ink); font: 15px/1.5 Inter, system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem;
  border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
a { color: var(--accent); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: .2rem 0 .8rem;
  padding: .5rem .8rem; background: var(--raised); border-radius: 6px; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0; }
.facts dt { color: var(--quiet); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .15rem .8rem .15rem 0;
  border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 500; white-space: nowrap; }
.piece { white-space: pre-wrap; background: var(--raised); border-radius: 3px; padding: 0 .25em; }
.piece.special { font-style: italic; color: var(--quiet); }
.candidate { white-space: nowrap; margin-right: .7em; }
.candidate small, .quiet { color: var(--quiet); }
.written { font-weight: 600; } .blocked .piece { text-decoration: line-through; }
.blocked .why { color: var(--warn); white-space: normal; }
.note { color: var(--warn); }
figure { display: inline-block; margin: 0 1.5rem 1rem 0; vertical-align: top; max-width: 100%;
  overflow-x: auto; break-inside: avoid; }
figcaption { color: var(--quiet); margin-bottom: .3rem; }
svg text { fill: var(--ink); font: 11px Inter, system-ui, sans-serif; }
.matrix rect { fill: var(--accent); stroke: var(--line); stroke-width: .5; }
.matrix .masked { fill: var(--raised); } .matrix .frame { fill: none; stroke: var(--quiet); }
.matrix .current { fill: var(--mark); font-weight: 600; }
.tree path { stroke: var(--quiet); fill: none; opacity: .6; }
.tree path.path { stroke: var(--accent); stroke-width: 2.5; opacity: 1; }
.tree rect { fill: var(--paper); stroke: var(--quiet); } .tree .path rect { stroke: var(--accent);
  stroke-width: 2; fill: var(--raised); } .tree .pruned { opacity: .45; }
.tree .finished rect { stroke-dasharray: none; stroke-width: 2; }
.tree text.score, .tree text.step { fill: var(--quiet); font-size: 10px; }
footer { margin-top: 2.5rem; color: var(--quiet); font-size: .9rem; }
@media print {
  :root { --ink: #000; --quiet: #444; --paper: #fff; --raised: #eee; --line: #bbb;
    --accent: #0b6478; --mark: #b0460a; --warn: #6b4600; }
  body { max-width: none; padding: 0; font-size: 10pt; print-color-adjust: exact; }
  .wide, figure { overflow: visible; } svg { max-width: 100%; height: auto; }
  tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
"""
