import { z } from 'zod'

/** Beyond these no message can be. */
export const [firstDay, lastDay] = ['1970-01-01', '2999-12-31']

export const dayRangeText = `Days are from ${firstDay} to ${lastDay}.`

/** A day that a person chooses. */
export const day = (words?: string) =>
  z.iso.date(words).refine((text) => text >= firstDay && text <= lastDay, dayRangeText)
