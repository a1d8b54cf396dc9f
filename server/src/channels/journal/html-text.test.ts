import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlText } from './html-text.ts'

test.each([
  ['blocks on lines of their own', '<p>one</p><p>two<br>three</p>', 'one\n\ntwo\nthree'],
  ['cells apart', '<table><tr><td>a</td><td>b</td></tr></table>', 'a\t\tb'],
  [
    'entities of every kind',
    'a &amp; b &#8364;&#x20AC; &Auml;&auml; &nbsp;&unknown; &lt;b&gt;',
    'a & b €€ Ää \u00a0&unknown; <b>',
  ],
  ['inline tags without a gap', 'guaran<b>teed</b> re<!-- x -->turn', 'guaranteed return'],
  ['lines as spaces', 'one\r\n   two', 'one two'],
  ['no scripts, styles or titles', '<title>t</title><style>p{}</style>a<script>alert("<b>")</script>b', 'ab'],
  ['text behind a script that never ends', '<script>tell nobody', 'tell nobody'],
  ['signs that are no tags', '1 < 2 and <3 and a<', '1 < 2 and <3 and a<'],
  ['a tag that never ends', 'price <b 101', 'price <b 101'],
  ['code points that do not exist', '&#x110000;&#xD800;&#0;', '\ufffd\ufffd\ufffd'],
])('reads %s', (_, html, text) => {
  expect(htmlText(html)).toBe(text)
})

test('takes time that grows with the length only, whatever the markup', () => {
  for (const unit of ['<script>', '<!--', '<', '<a ', '</', '&#', '<style><script>', '<p', '&']) {
    const started = performance.now()
    htmlText(unit.repeat(200_000))
    expect(performance.now() - started).toBeLessThan(2000)
  }
})

test('gives text for anything', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (html) => typeof htmlText(html) === 'string'))
})

test('leaves words without markup as they are', () => {
  fc.assert(fc.property(fc.stringMatching(/^[a-z0-9]+( [a-z0-9]+)*$/), (text) => htmlText(text) === text))
})
