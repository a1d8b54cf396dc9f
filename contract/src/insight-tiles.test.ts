import { expect, test } from 'vitest'
import { TileFilter } from './insight-tiles.ts'

test('a value that a filter names twice counts once', () => {
  const theme = '0197a000-0000-7000-8000-0000000000fd'
  expect(TileFilter.parse({ urgency: ['high', 'high', 'low'], theme: [theme, theme] })).toEqual({
    urgency: ['high', 'low'],
    theme: [theme],
  })
})
