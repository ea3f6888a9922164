/** The style of a report. Text has a contrast of at least 4.5 in both color schemes; what lies on a page is on paper. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --back: #fff;
  --text: #1f2328;
  --dim: #57606a;
  --line: #d0d7de;
  --link: #0550ae;
  --soft: #f6f8fa;
  --good: #1a7f37;
  --warn: #8a5a00;
  --bad: #b3261e;
  --moved: #6639a6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #16191d;
    --text: #e6e8ea;
    --dim: #a3abb4;
    --line: #3d444d;
    --link: #79b8ff;
    --soft: #21262c;
    --good: #56d364;
    --warn: #e3b341;
    --bad: #ff8a80;
    --moved: #d2a8ff;
  }
}
body {
  max-width: 60rem;
  margin: 0 auto;
  padding: 1.5rem;
  font: 1rem/1.5 system-ui, sans-serif;
  color: var(--text);
  background: var(--back);
  overflow-wrap: anywhere;
}
h1 { font-size: 1.5rem; line-height: 1.3; }
h2 { font-size: 1.25rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin-top: 2rem; }
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
.notice { padding: 0.5rem 0.75rem; border-left: 4px solid var(--warn); background: var(--soft); }
ul.steps { padding-left: 1.25rem; }
li, td, pre, h1, p { unicode-bidi: plaintext; }
.steps .line { white-space: pre-line; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; color: var(--dim); padding: 0.25rem 0; }
th, td { padding: 0.3rem 0.6rem 0.3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td { min-width: 6rem; }
.number { text-align: right; min-width: 3rem; font-variant-numeric: tabular-nums; }
th { white-space: nowrap; }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; background: var(--soft); }
code { padding: 0 0.2em; }
pre { padding: 0.75rem; white-space: pre-wrap; }
.hidden { font: 0.75em ui-monospace, monospace; border: 1px dashed var(--warn); color: var(--warn); padding: 0 0.2em; }
.mark { color: inherit; text-decoration: underline 2px; text-underline-offset: 3px; }
.mark.found, .mark.computed-right { text-decoration-color: var(--good); }
.mark.elsewhere, .mark.other-page { text-decoration-style: dotted; text-decoration-color: var(--moved); }
.mark.near { text-decoration-style: wavy; text-decoration-color: var(--warn); }
.mark.not-found, .mark.computed-wrong { text-decoration-style: double; text-decoration-color: var(--bad); }
.mark.unknown { text-decoration-style: dashed; text-decoration-color: var(--dim); }
:target { background: color-mix(in srgb, var(--link), transparent 80%); }
figure { margin: 1rem 0 2rem; }
figcaption { margin-bottom: 0.5rem; font-weight: 600; }
.page { position: relative; }
.page img { display: block; width: 100%; height: auto; border: 1px solid var(--line); box-sizing: border-box; }
.page svg { position: absolute; inset: 0; width: 100%; height: 100%; }
svg a { --paper: #57606a; }
svg .is-found, svg .is-computed-right { --paper: #1a7f37; }
svg .is-near { --paper: #8a5a00; }
svg .is-elsewhere, svg .is-other-page { --paper: #6639a6; }
svg .is-not-found, svg .is-computed-wrong { --paper: #b3261e; }
.frame { fill: transparent; stroke: var(--paper); stroke-width: 2; }
.dashed .frame { stroke-dasharray: 6 3; }
.dotted .frame { stroke-dasharray: 1.5 3; }
.crossed .frame, .thin .frame { stroke-width: 1; }
.label { fill: var(--paper); }
svg a text { fill: #fff; font: 600 11px system-ui, sans-serif; text-anchor: middle; }
svg a.is-hiding:not(:hover, :focus-visible, :target) :is(.label, text) { visibility: hidden; }
svg a:target .frame, svg a:focus-visible .frame { fill: rgb(33 136 255 / 0.25); }
svg a:target { background: none; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: 1.5rem; }
figure.chart { margin: 0; min-width: 0; }
figure.chart > svg { display: block; width: 100%; height: auto; border: 1px solid var(--line); background: #fff; }
figure.chart figcaption { margin: 0.25rem 0; font-weight: normal; color: var(--dim); }
details summary { cursor: pointer; color: var(--link); }
@media (max-width: 45rem) {
  body { padding: 0.75rem; }
  table { font-size: 0.875rem; }
}
@media print {
  body { max-width: none; padding: 0; }
  nav { display: none; }
  figure, tr { break-inside: avoid; }
}
`;

/** The hash by which the report allows its style, and nothing else: SHA-256 of `STYLE`, Base64. */
export const STYLE_HASH = 'WbEVqEYWqGneqzg3ELgTg3vaOr1dQPq9+SwdEowqt9s=';
