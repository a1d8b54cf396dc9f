import { expect, test } from 'vitest'
import { readRichText } from './rich-text.ts'

const read = (rtf: string) => readRichText(Buffer.from(rtf, 'latin1'))
const textIn = (rtf: string) => {
  const found = read(rtf)
  return 'text' in found ? found.text : found
}

test.each([
  ['the letters after a character without a substitute', String.raw`{\rtf1\uc0\u8594 insider}`, '→insider'],
  [
    'nothing of a substitute of several bytes',
    String.raw`{\rtf1\ansicpg936\uc2\u20869\'c4\'da\u24149\'c4\'bb deal}`,
    '内幕 deal',
  ],
  ['substitutes as their group counts them', String.raw`{\rtf1{\uc0\u8594 a}\u8594?b}`, '→a→b'],
  ['a sign as a substitute', String.raw`{\rtf1\u8594\{a\u8594\_b}`, '→a→b'],
  [
    'a line break behind a sign as the end of a paragraph',
    '{\\rtf1 buy\\\nsell\\\r\nhold}',
    'buy\nsell\nhold',
  ],
  ['the cells of nested tables apart', String.raw`{\rtf1 a\nestcell b\nestcell\nestrow c}`, 'a\tb\nc'],
  [
    'bytes in the code page of their font',
    String.raw`{\rtf1\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset134 S;}}\f1\'c4\'da\'c4\'bb {\f0 Zo\'eb}\f0 \'e9}`,
    '内幕 Zoëé',
  ],
  ['a second byte that is written as a letter', String.raw`{\rtf1\ansicpg932\'83A\'83\\ }`, 'アソ'],
])('reads %s', (_, rtf, text) => {
  expect(read(rtf)).toEqual({ state: 'read', text })
})

test.each([
  ['of Word', String.raw`{\shp{\*\shpinst\shpleft1{\sp{\sn pib}{\sv 0}}{\shptxt \pard off the record\par}}}`],
  [
    'of Word, with the drawing for older programs',
    String.raw`{\shp{\*\shpinst{\shptxt off the record}}{\shprslt{\*\do\dptxbx{\dptxbxtext off the record}}}}`,
  ],
  ['of older programs', String.raw`{\*\do\dobxpage{\dptxbxtext\pard off the record\par}}`],
  [
    'with lettering',
    String.raw`{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv off the record}}{\sp{\sn x}{\sv 1}}}}`,
  ],
  ['that is an object', String.raw`{\object{\*\objclass X}{\result off the record}}`],
  [
    'that is a comment',
    String.raw`{\*\atnid A}{\*\atnauthor Ann}\chatn{\*\annotation{\*\atndate 1}off the record}`,
  ],
  ['that is a note', String.raw`{\footnote off the record}`],
  ['at the top of pages', String.raw`{\headerf off the record}`],
])('reads a box %s after the text, which it does not break', (_, box) => {
  expect(read(String.raw`{\rtf1 insi${box}der\par}`)).toEqual({
    state: 'read',
    text: 'insider\n\noff the record',
  })
})

test.each([
  ['of a picture', String.raw`{\rtf1 Hello{\pict\wmetafile8\bin6 ab\}{*} insider}`, 'read'],
  ['between words, which makes it partly read', String.raw`{\rtf1 Hello\bin3 {\* insider}`, 'partly'],
])('passes over bytes %s', (_, rtf, state) => {
  expect(read(rtf)).toEqual({ state, text: 'Hello insider' })
})

test('still hides what describes the text', () => {
  expect(
    textIn(
      String.raw`{\rtf1{\info{\author Ann}}{\*\generator X;}{\*\listtable{\list{\listname a;}}}{\sn b}Hello}`,
    ),
  ).toBe('bHello')
})
