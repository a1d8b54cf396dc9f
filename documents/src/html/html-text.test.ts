import { shareOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHtml } from './html-text.ts'

test.each([
  ['blocks on lines of their own', '<p>one</p><p>two<br>three</p>', 'one\n\ntwo\nthree'],
  ['cells apart', '<table><tr><td>a</td><td>b</td></tr></table>', 'a\t\tb'],
  [
    'entities of every kind',
    'a &amp; b &#8364;&#x20AC; &Auml;&auml; &nbsp;&unknown; &lt;b&gt;',
    'a & b €€ Ää \u00a0&unknown; <b>',
  ],
  ['inline tags without a gap', 'guaran<b>teed</b> re<!-- x -->turn', 'guaranteed return'],
  [
    'blocks by their style',
    '<span style="display:block">Signal</span><b style="color:red;display: flex !important">now</b>a',
    'Signal\n\nnow\na',
  ],
  ['the end of a block after inner elements', '<b style="display:block">a<b>b</b>c</b>d', 'abc\nd'],
  ['blocks that are shown within a line', '<div style="display:inline">insi</div>der', 'insider'],
  ['the last of several styles', '<i style="display:block;display:inline">a</i>b', 'ab'],
  [
    'cells by their style',
    '<i style="display:table-cell">a</i><i style="display:table-cell">b</i>',
    'a\t\tb',
  ],
  [
    'titles of tables, groups and figures apart',
    '<table><caption>a<tr><td>b</table><details><summary>c</summary>d</details><fieldset><legend>e</legend>f</fieldset><figcaption>g</figcaption>h',
    'a\nb\n\nc\nd\n\ne\nf\n\ng\nh',
  ],
  ['lines as spaces', 'one\r\n   two', 'one two'],
  ['no scripts, styles or titles', '<title>t</title><style>p{}</style>a<script>alert("<b>")</script>b', 'ab'],
  ['text behind a script that never ends', '<script>tell nobody', 'tell nobody'],
  ['signs that are no tags', '1 < 2 and <3 and a<', '1 < 2 and <3 and a<'],
  ['a tag that never ends', 'price <b 101', 'price <b 101'],
  ['code points that do not exist', '&#x110000;&#xD800;&#0;', '\ufffd\ufffd\ufffd'],
])('reads %s', (_, html, text) => {
  expect(readHtml(html).text).toBe(text)
})

test('takes time in proportion to the length, for any markup', () => {
  for (const unit of shareOf(['<script>', '<!--', '<', '<a ', '</', '&#', '<style><script>', '<p', '&'], 3)) {
    const started = performance.now()
    readHtml(unit.repeat(200_000))
    expect(performance.now() - started).toBeLessThan(2000)
  }
})

test('takes time in proportion to the length of style sheets, and of end tags that never end', () => {
  const started = performance.now()
  for (const unit of ['/*a', '{', '}{', '.a,'])
    readHtml(`<style>${unit.repeat(200_000)}</style><p style="${unit.repeat(200_000)}">a`)
  readHtml(`<title>${'</title '.repeat(200_000)}`)
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('returns text for any input', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (html) => typeof readHtml(html).text === 'string'))
})

test('does not change text without markup', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]+( [a-z0-9]+)*$/), (text) => readHtml(text).text === text),
  )
})

test.each([
  ['hidden words with their line', 'in<span style="display:none">xyz</span>sider', 'insider', ['inxyzsider']],
  ['what a style sheet hides', '<style>.x{display:none}</style><p class=x>a<p>b', 'b', ['a']],
  ['nothing of a box without a font size', '<td style="font-size:0"><p>a</p></td>', 'a', []],
  ['texts of images and titles', '<img alt="a"><b title="b &amp; c">d</b>', 'd', ['a', 'b & c']],
  ['what is for some programs only', '<!--[if mso]><p>a</p><![endif]--><p>b</p>', 'b', ['a']],
  ['texts that a style sheet adds', '<style>p::before{content:"a"}</style><p>b</p>', 'b', ['a']],
  ['nothing that is shown anyway', '<p title="a">a</p>', 'a', []],
  ['hidden words as the text where there is no other', '<p hidden>a</p>', 'a', []],
])('finds beside the visible text %s', (_, html, text, beside) => {
  expect(readHtml(html)).toEqual({ text, beside })
})

test.each([
  ['a comment that is never closed', 'a<!-- b'],
  ['a comment that is whole', 'a<!--> b'],
  ['a quotation that is never closed', 'a <i title="x>b'],
  ['a sign within a quotation', 'a<i title=">"> b'],
  ['a style sheet with an odd end', 'a<style></style x> b<style></style>'],
  ['a head', '<head>a b</head>'],
  ['a section of XML', 'a <![CDATA[b'],
])('hides nothing behind %s', (_, html) => {
  expect(readHtml(`${html}<p>`).text).toMatch(/^a\s+b$/)
})
