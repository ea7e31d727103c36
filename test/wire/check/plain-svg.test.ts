import t from 'tap'
import { refusedSvg } from '../../../wire/check/plain-svg.js'

// Pictures in SVG: what drawing programs save is taken, and nothing that runs, loads or leads elsewhere.

const NS = 'xmlns="http://www.w3.org/2000/svg"'
const svg = (inside: string, more = '') => `<svg ${NS}${more}>${inside}</svg>`

t.test('what drawing programs save is plain', (t) => {
  const inkscape = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape -->
<svg width="210mm" height="297mm" viewBox="0 0 210 297" version="1.1" id="svg1"
  inkscape:version="1.3" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ${NS}
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xml:space="preserve">
  <sodipodi:namedview id="v" pagecolor="#ffffff" inkscape:zoom="0.7" />
  <metadata><rdf:RDF><rdf:li rdf:about="">by Ada &amp; Bob &#169; &#xe4;</rdf:li></rdf:RDF></metadata>
  <defs id="d"><linearGradient id="a"><stop offset="0" style="stop-color:#fff;stop-opacity:1"/></linearGradient></defs>
  <g inkscape:label="Layer" id="l"><path style="fill:url(#a);stroke:none" d="M 0,0 h 9 v 9 z" id="p" /></g>
</svg>
<!-- end -->
`
  const others = [
    svg(
      '<style type="text/css"><![CDATA[.st0{fill:#E30613;} @media print{.b{clip-path:url("#c")}}]]></style>',
    ),
    svg('<use xlink:href="#b" x="1"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
    svg('<image width="1" height="1" href="data:image/png;base64,iVBORw0KGgo="/>'),
    svg('<text x="1" font-family="Arial, sans-serif">A &lt;b&gt; on="1" javascript: </text>'),
    `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect width='1' height='1'></s:rect ></s:svg>`,
    svg('<title>Logo</title><rect data-name="Layer 1" aria-label="a" role="img" fill="red"/>'),
  ]
  for (const text of [inkscape, `\uFEFF${inkscape}`, ...others])
    t.equal(refusedSvg(text), null, text)
  t.end()
})

t.test('nothing else is, however it is written', (t) => {
  const script = (name: string) =>
    svg(`<${name}:script xmlns:${name}="http://www.w3.org/2000/svg">alert(1)</${name}:script>`)
  const refused: [string, RegExp][] = [
    ...['a', 'a.b', 'a-b', 'ä', '_', 'xmlns2'].map((name): [string, RegExp] => [
      script(name),
      /an element .*script/,
    ]),
    [svg('<script>1</script>'), /element script/],
    [svg('<x:script/>'), /without a namespace/],
    [svg('<script xmlns="http://www.w3.org/1999/xhtml">1</script>'), /element script/],
    [svg('<foreignObject/>'), /element foreignObject/],
    [svg('<a href="java&#115;cript:alert(1)"><text>x</text></a>'), /element a/],
    [svg('<use href="java&#x73;cript:alert(1)"/>'), /link to elsewhere/],
    [svg('<use href=" #a"/>'), /link to elsewhere/],
    [svg('<use x:href="//a" xmlns:x="http://www.w3.org/1999/xlink"/>'), /link to elsewhere/],
    [svg('<animate attributeName="href" values="java&#x73;cript:alert(1)"/>'), /element animate/],
    [svg('<set attributeName="onload" to="1"/>'), /element set/],
    [svg('<image href="http://a.example/x"/>'), /link to elsewhere/],
    [svg('<image href="data:image/svg+xml;base64,AAAA"/>'), /link to elsewhere/],
    [svg('<use href="data:image/png;base64,AAAA"/>'), /link to elsewhere/],
    [svg('<rect onload="1"/>'), /attribute onload/],
    [svg('<rect\tONLOAD = "1"/>'), /attribute ONLOAD/],
    [svg('', ' onload="1"'), /attribute onload/],
    [svg('<style>@import url(http://a/)</style>'), /style that loads/],
    [svg('<style><![CDATA[@import "http://a/";]]></style>'), /style that loads/],
    [svg('<style>@imp</style><style>ort "a"</style>'), /style that loads/],
    [svg('<style>@i\\6dport "a"</style>'), /style that loads/],
    [svg('<style>.a{fill:u&#114;l(http://a/)}</style>'), /style that loads/],
    [svg('<rect fill="url( &quot;http://a/&quot; )"/>'), /style that loads/],
    [svg('<rect style="mask:image-set(&quot;http://a/&quot; 1x)"/>'), /style that loads/],
    [`<?xml-stylesheet href="a.css"?>${svg('')}`, /instruction to programs/],
    [`<!DOCTYPE svg [<!ENTITY a "aaa">]>${svg('&a;')}`, /document type/],
    [svg('&a;'), /entity/],
    [svg('&#0;'), /entity/],
    [svg('&#1114112;'), /entity/],
    [`<?xml version="1.0" encoding="utf-7"?>${svg('')}`, /another encoding/],
    [svg('<g>'.repeat(256)), /nested too deeply/],
  ]
  for (const [text, why] of refused) t.match(refusedSvg(text), why, text)
  const broken = [
    '',
    'text',
    '<svg></svg>',
    '<html><svg/></html>',
    `<html ${NS}/>`,
    `${svg('')}${svg('')}`,
    `${svg('')}x`,
    svg('<g>'),
    svg('</g>'),
    svg('<g></G>'),
    svg('<rect width="1" width="1"/>'),
    svg('<rect width=1 />'),
    svg('<rect width="1"height="1"/>'),
    svg('<rect\fwidth="1"/>'),
    svg('<rect width="<"/>'),
    svg('<!-- a -- b -->'),
    svg('<!-- '),
    svg('\0'),
    svg('< rect/>'),
    svg('<style><g/></style>'),
  ]
  for (const text of broken) t.type(refusedSvg(text), 'string', text)
  t.end()
})

t.test('the longest one is read at once, whatever it is made of', (t) => {
  const parts = [
    '<!-- -->',
    '<',
    '<a',
    ' ',
    ' on',
    '&',
    '&#',
    '- ',
    '"',
    '<g>',
    'url(',
    '=',
    '<g a="',
  ]
  for (const part of parts) {
    const many = part.repeat(524_288 / part.length)
    for (const text of [many, svg(many), `<svg ${many}`, svg(`<style>${many}</style>`)]) {
      const begun = performance.now()
      refusedSvg(text)
      t.ok(performance.now() - begun < 1_000, part)
    }
  }
  t.end()
})

t.test('a picture has so many entities at most', (t) => {
  const entities = (count: number) => svg(`<title>${'&amp;'.repeat(count)}</title>`)
  t.equal(refusedSvg(entities(4_096)), null)
  t.match(refusedSvg(entities(4_097)), /more than 4096 entities/)
  t.end()
})
