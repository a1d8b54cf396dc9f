/** One word in every form in which the reader of a mail would see it. */
import { gzipSync } from 'node:zlib'
import { zipped } from '@verbatim/documents/testing/files.ts'

/** The word in each form. */
export const word = 'zanzibar'
const base64 = (bytes: Uint8Array | string) =>
  Buffer.from(bytes).toString('base64').replace(/.{60}/g, '$&\r\n')

const utf7 = (text: string) =>
  `+${Buffer.from(text, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`

const wide = (text: string) => Buffer.from(text, 'utf16le')

/** One part with these headers and bytes. */
const only = (head: string, body: string | Uint8Array) =>
  Buffer.concat([
    Buffer.from(`${head}\r\n\r\n`),
    typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
  ])

const plain = (body: string | Uint8Array, charset = 'utf-8') =>
  only(`Content-Type: text/plain; charset=${charset}`, body)

/** One line of up to 45 bytes. Source: POSIX, uuencode. */
function uuencoded(name: string, line: string): string {
  const sign = (value: number) => String.fromCharCode(value === 0 ? 0x60 : value + 0x20)
  const letters = Buffer.from(line.padEnd(Math.ceil(line.length / 3) * 3, '\0'))
    .toString('base64')
    .split('')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const coded = letters.map((letter) => sign(alphabet.indexOf(letter))).join('')
  return `begin 644 ${name}\r\n${sign(line.length)}${coded}\r\n\`\r\nend\r\n`
}

const html = (body: string) => only('Content-Type: text/html; charset=utf-8', body)
const parts = (
  kind: string,
  all: readonly (string | Uint8Array)[],
  { before = '', after = '\r\n--b--\r\n' } = {},
) =>
  Buffer.concat([
    Buffer.from(`Content-Type: multipart/${kind}; boundary=b\r\n\r\n${before}`),
    ...all.flatMap((part) => [Buffer.from('\r\n--b\r\n'), Buffer.from(part)]),
    Buffer.from(after),
  ])

const hello = plain('Hello, as agreed.')
export const file = (name: string, bytes: Uint8Array, type = 'application/octet-stream') =>
  parts('mixed', [
    hello,
    `Content-Type: ${type}\r\nContent-Disposition: attachment; ${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}`,
  ])

const eml = `From: eve@out.example\r\nSubject: inner\r\n\r\nSell ${word} now\r\n`

/** Everything after `From` and `To`. `Subject` is the form, unless the form has one itself. */
export const forms: Readonly<Record<string, (() => Promise<Buffer>) | Buffer>> = {
  'plain text': plain(`Sell ${word} now`),
  'quoted-printable': only(
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable',
    'Sell zan=7A=69=\r\nbar now',
  ),
  base64: only('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64', base64(`Sell ${word} now`)),
  'base64 with junk': only(
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64',
    base64(`Sell ${word} now`).replace(/.{4}/g, '$&!\r\n *'),
  ),
  'text that is called base64': only(
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64',
    `Sell, please: ${word}. (Now!)`,
  ),
  'UTF-7': plain(`Sell ${utf7(word)} now`, 'utf-7'),
  'UTF-7 in a word': plain(`Sell zan${utf7('zi')}bar now`, 'unicode-1-1-utf-7'),
  'text that is called UTF-7': plain(`Sell +${word} now`, 'utf-7'),
  'UTF-16 with a mark': only(
    'Content-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64',
    base64(wide(`\ufeffSell ${word} now`)),
  ),
  'UTF-16 without a mark': only(
    'Content-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64',
    base64(wide(`Sell ${word} now`)),
  ),
  'UTF-16, big end first': only(
    'Content-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64',
    base64(wide(`Sell ${word} now`).swap16()),
  ),
  'ASCII that is called UTF-16': plain(`Sell ${word} now`, 'utf-16'),
  'UTF-32': only(
    'Content-Type: text/plain; charset=utf-32le\r\nContent-Transfer-Encoding: base64',
    base64(Buffer.from(word.split('').flatMap((one) => [one.charCodeAt(0), 0, 0, 0]))),
  ),
  'Windows text that is called UTF-8': plain(`Sell caf\xe9 \x93${word}\x94 now`),
  'an unknown charset': plain(`Sell \x93${word}\x94 now`, 'x-nobody-knows'),
  'Japanese that is not': plain(`\xff Sell \x93${word}\x94 now`, 'shift_jis'),
  'HTML entities': html('Sell z&#97;nz&#x0000000069;b&#97;r now'),
  'HTML with tags and comments in the word': html('Sell z<b>anz</b><!-- - -->i<a title=">">b</a>ar now'),
  'HTML with invisible entities': html('Sell zan&NoBreak;zi&#8203;bar now'),
  'HTML with hidden letters in the word': html('Sell zan<span style="display:none">xyz</span>zibar now'),
  'hidden HTML': html(`<div style="display:none;max-height:0">Sell ${word}</div><p>Hello, as agreed.</p>`),
  'alternative text': html(`<p>Hello</p><img src="cid:x" alt="Sell ${word} now">`),
  'a title': html(`<p title="Sell ${word} now">Hello</p>`),
  'an unclosed comment': html(`<p>Hello</p><!-- <p>Sell ${word} now</p>`),
  'a comment that is none': html(`<p>Hello</p><!--> Sell ${word} now <!-- -->`),
  'an unclosed quotation': html(`<p>Hello</p><a title="x>Sell ${word} now`),
  'a style sheet that ends oddly': html(`<style></style x>Sell ${word} now<style></style>`),
  'a page head': html(`<head>Sell ${word} now</head>`),
  'a conditional comment': html(`<p>Hello</p><!--[if mso]><p>Sell ${word} now</p><![endif]-->`),
  'a text of a style sheet': html(`<style>p::before{content:"Sell ${word} now"}</style><p>Hello</p>`),
  'the plain alternative': parts('alternative', [
    plain(`Sell ${word} to all of your friends, and do so now`),
    html('<p>Hello, as agreed, see you at the usual place</p>'),
  ]),
  'the formatted alternative': parts('alternative', [
    plain('Hello, as agreed, see you at the usual place'),
    html(`<p>Sell ${word} now, tell all friends</p>`),
  ]),
  'a further alternative': parts('alternative', [
    hello,
    html('<p>Hello, as agreed.</p>'),
    `Content-Type: text/x-amp-html\r\n\r\n<html><body>Sell z<b>anzibar</b></body></html>`,
  ]),
  'before the first part': parts('mixed', [hello], { before: `Sell ${word} now\r\n` }),
  'behind the last part': parts('mixed', [hello], { after: `\r\n--b--\r\nSell ${word} now\r\n` }),
  'parts behind the last part': parts('mixed', [hello], {
    after: `\r\n--b--\r\n--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(`Sell ${word}`)}\r\n`,
  }),
  'no last boundary': parts('mixed', [hello, plain(`Sell ${word} now`)], { after: '' }),
  'a boundary that is not declared': only(
    'Content-Type: multipart/mixed; boundary=other',
    `--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(`Sell ${word}`)}\r\n--b--\r\n`,
  ),
  'a mail within': parts('mixed', [hello, `Content-Type: message/rfc822\r\n\r\n${eml}`]),
  'a mail within, in base64': parts('mixed', [
    hello,
    `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(eml)}`,
  ]),
  'a related part': parts('related', [html('<p>Hello</p>'), plain(`Sell ${word} now`)]),
  'a calendar': parts('mixed', [
    hello,
    `Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nSUMMARY:Sell zan\r\n zibar now\r\nEND:VCALENDAR`,
  ]),
  'enriched text': only('Content-Type: text/enriched', 'Sell zan<bold>zib</bold>ar now'),
  'an unknown text': only('Content-Type: text/x-nobody-knows', `Sell ${word} now`),
  'format=flowed': only('Content-Type: text/plain; format=flowed; delsp=yes', 'Sell zan \r\nzibar now'),
  'a head that ends with blanks': Buffer.from(`X-Last: 1\r\n \t \r\nSell ${word} now\r\n`),
  'a head without an end': Buffer.from(`Sell ${word} now\r\nand then more`),
  'a part without a head': parts('mixed', [`Sell ${word} now`]),
  'a second subject': only('Subject: again\r\nSubject: Sell zanzibar now', 'Hello'),
  'an encoded subject': only(
    `Subject: =?utf-8?Q?Sell_zan?=\r\n =?utf-8?B?${Buffer.from('zibar').toString('base64')}?=`,
    'Hello',
  ),
  'a subject in UTF-7': only(`Subject: =?utf-7?Q?Sell_${utf7(word).replaceAll('=', '=3D')}?=`, 'Hello'),
  'a subject whose charset is wrong': only(`Subject: =?utf-8?Q?Sell_caf=E9_${word}?=`, 'Hello'),
  'a subject of an unknown charset': only(`Subject: =?x-nobody?B?${base64(`Sell ${word}`)}?=`, 'Hello'),
  'a file name in pieces': file(
    `filename*0*=utf-8''Sell%20zan; filename*1*=%7Aibar.bin`,
    Buffer.from([0, 1]),
  ),
  'an encoded file name': file(
    `filename="=?utf-8?B?${Buffer.from(`Sell ${word}.bin`).toString('base64')}?="`,
    Buffer.from([0, 1]),
  ),
  'a text file': file('filename=a.txt', Buffer.from(`Sell ${word} now`)),
  'a text file in UTF-16': file('filename=a.txt', wide(`\ufeffSell ${word} now`)),
  'a zipped text': async () => file('filename=a.zip', await zipped({ 'a.txt': `Sell ${word} now` })),
  'a zipped mail': async () => file('filename=a.zip', await zipped({ 'a.eml': eml })),
  'a zip within a zip': async () =>
    file('filename=a.zip', await zipped({ 'b.zip': await zipped({ 'a.txt': word }) })),
  'a file in the text': plain(`Hello\r\n\r\n${uuencoded('a.txt', `Sell ${word} now`)}\r\nBye`),
  'a file in the text, in base64': plain(
    `Hello\r\nbegin-base64 644 a.txt\r\n${base64(`Sell ${word} now`)}\r\n====\r\n`,
  ),
  'a uuencoded text': only(
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: x-uuencode',
    uuencoded('a.txt', `Sell ${word} now`),
  ),
  'a gzipped text': file('filename=a.gz', gzipSync(`Sell ${word} now`)),
  'a file of a mail within': parts('mixed', [
    hello,
    Buffer.concat([
      Buffer.from(
        'Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\nFrom: a@b.example\r\nSubject: x\r\n',
      ),
      file('filename=a.gz', gzipSync(word)),
    ]),
  ]),
}
