import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Breakable } from './Breakable.tsx'

const breaksOf = (text: string) =>
  renderToStaticMarkup(<Breakable text={text} />)
    .replaceAll('<wbr/>', '|')
    .replace(/<\/?span[^>]*>/g, '~')

test('an address breaks before an @ and a dot, and nowhere else', () => {
  expect(breaksOf('ana.bell@north-bank.example')).toBe('~ana|.bell|@north-bank|.example~')
})

test('an address with a part that is too long for a line may break anywhere', () => {
  expect(breaksOf('donaudampfschifffahrt@x.example')).toBe('donaudampfschifffahrt|@x|.example')
})

test('words keep their breaks, and the dot that ends one', () => {
  expect(breaksOf('J. Bell writes to ana@x.example.')).toBe('J. Bell writes to ana|@x|.example.')
})
