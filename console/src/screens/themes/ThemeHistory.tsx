import {
  IconArrowMerge,
  IconArrowsSplit2,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconSparkles,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import type { Theme, ThemeChange } from '@verbatim/contract/themes.ts'
import { Timeline } from '@verbatim/ui/Timeline.tsx'
import classes from './ThemeHistory.module.css'

const icons: Record<ThemeChange['kind'], Icon> = {
  new: IconSparkles,
  merged: IconArrowMerge,
  split: IconArrowsSplit2,
  retired: IconX,
  renamed: IconPencil,
  hidden: IconEyeOff,
  shown: IconEye,
}

/** The changes of a theme and their reasons, the newest first. */
export function ThemeHistory({ theme }: { theme: Theme }) {
  return (
    <section className={classes.history} aria-labelledby="theme-history">
      <h2 id="theme-history">History</h2>
      <Timeline
        label="History"
        times="moment"
        entries={theme.history.map((change, at) => ({
          id: `${change.at} ${at}`,
          at: change.at,
          icon: icons[change.kind],
          title: wordsOf(change),
          ...(isFound(change) && { body: `By these words: ${change.reason}` }),
        }))}
        empty="Nothing has changed since it was found."
      />
    </section>
  )
}

const isFound = ({ kind, part, reason }: ThemeChange) =>
  reason !== '' && !part && (kind === 'new' || kind === 'split')

/** `Ann Ash renamed it from “Parcels”.` */
function wordsOf({ kind, other, part, was, by }: ThemeChange): string {
  const whom = by ? `${by} ` : ''
  const named = other ? `“${other.name}”` : 'another theme'
  const words: Record<ThemeChange['kind'], readonly [byPerson: string, byRevision: string]> = {
    new: ['added it', 'Found'],
    merged: [`merged ${named} into it`, `${named} was merged into it`],
    split: part
      ? [`split “${part.name}” off as its own theme`, `“${part.name}” was split from it`]
      : [`split it from ${named}`, `Split from ${named}`],
    retired: ['retired it', 'No longer found'],
    renamed: [was ? `renamed it from “${was}”` : 'renamed it', was ? `Renamed from “${was}”` : 'Renamed'],
    hidden: ['hid it from everyone', 'Hidden'],
    shown: ['showed it again', 'Shown again'],
  }
  const [byPerson, byRevision] = words[kind]
  return `${by ? `${whom}${byPerson}` : byRevision}.`
}
