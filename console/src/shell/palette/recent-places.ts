import { placesOfUser } from '@verbatim/client/forget-user.ts'
import { z } from 'zod'
import type { PaletteRow } from './palette-row.ts'

const mostRecent = 8

/** A place that the user opened, with its name at that time. */
const Place = z.object({
  href: z.string().startsWith('/'),
  label: z.string().min(1),
  kind: z.string(),
  detail: z.string().optional(),
})
type Place = z.infer<typeof Place>

const keyOf = (userId: string) => placesOfUser + userId

/** The recent places of a user on this device, newest first. */
export function recentPlaces(userId: string, storage: Storage = localStorage): readonly Place[] {
  try {
    return z
      .array(Place)
      .parse(JSON.parse(storage.getItem(keyOf(userId)) ?? '[]'))
      .slice(0, mostRecent)
  } catch {
    return [] // written by another release, or by hand
  }
}

/** Adds a place before the others. */
export function keepPlace(userId: string, place: Place, storage: Storage = localStorage): void {
  const others = recentPlaces(userId, storage).filter(({ href }) => href !== place.href)
  try {
    storage.setItem(keyOf(userId), JSON.stringify([place, ...others].slice(0, mostRecent)))
  } catch {
    // A full or forbidden storage stores nothing; the palette works without it.
  }
}

/** The part of a row that is stored. */
export const placeOf = ({ href, label, kind, detail }: PaletteRow & { href: string }): Place => ({
  href,
  label,
  kind,
  ...(detail && { detail }),
})
