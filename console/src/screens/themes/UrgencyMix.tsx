import { type Urgency, urgencies } from '@verbatim/contract/categories.ts'
import { levelMeanings } from '@verbatim/ui/colors.ts'
import { urgencyWords } from './theme-words.ts'
import classes from './UrgencyMix.module.css'

/** How urgent the messages of a theme are: a bar of their parts, and the same in words. */
export function UrgencyMix({ urgency }: { urgency: Readonly<Record<Urgency, number>> }) {
  const words = urgencyWords(urgency)
  if (words === '') return undefined
  return (
    <span className={classes.mix} title={words}>
      <span className={classes.words}>{words}</span>
      <span className={classes.bar} aria-hidden>
        {urgencies
          .toReversed()
          .filter((one) => urgency[one] > 0)
          .map((one) => (
            <span key={one} data-tone={levelMeanings[one].tone} style={{ flexGrow: urgency[one] }} />
          ))}
      </span>
    </span>
  )
}
