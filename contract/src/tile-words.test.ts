import { expect, test } from 'vitest'
import { categories, urgencies } from './categories.ts'
import { channels } from './channels.ts'
import { ages } from './event-ages.ts'
import { statuses } from './event-status.ts'
import { type Dimension, dimensions } from './insight-tiles.ts'
import { offChannelWays } from './off-channel.ts'
import { severities } from './severities.ts'
import { partNames } from './tile-words.ts'

/** Where parts have no names of their own: their keys. */
const keysBy: Partial<Record<Dimension, readonly string[]>> = {
  channel: channels,
  category: categories,
  urgency: urgencies,
  status: statuses,
  severity: severities,
  age: ages,
  way: offChannelWays,
}

test.each(dimensions.filter((by) => keysBy[by]))('each part by %s has a name', (by) => {
  expect(Object.keys(partNames(by))).toEqual(expect.arrayContaining([...keysBy[by]!]))
})

test.each(dimensions.filter((by) => !keysBy[by]))('parts by %s come with names of their own', (by) => {
  expect(partNames(by)).toEqual({})
})
