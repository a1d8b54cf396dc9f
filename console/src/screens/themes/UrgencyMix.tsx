import type { ThemeFigures } from '@verbatim/contract/themes.ts'
import { levelMeanings } from '@verbatim/ui/colors.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useDrilldown } from '#screens/metrics/use-drilldown.ts'
import { urgencyParts, urgencyRows } from './theme-words.ts'
import classes from './UrgencyMix.module.css'

interface UrgencyMixProps {
  theme: Pick<ThemeFigures, 'name' | 'urgency' | 'drilldown'>
  /** Above it, where nothing else says what the parts are. */
  label?: string
}

/** How urgent the messages of a theme are: a bar of their parts, and the same in words, each a link to its messages. */
export function UrgencyMix({ theme: { name, urgency, drilldown }, label }: UrgencyMixProps) {
  const hrefOf = useDrilldown()
  const parts = urgencyParts(urgency)
  if (parts.length === 0) return undefined
  return (
    <span className={classes.mix}>
      {label && <span className={classes.words}>{label}</span>}
      <span className={classes.words}>
        {parts.map((part) => {
          const href = hrefOf(urgencyRows(drilldown, part.urgency))
          return href === undefined ? (
            <span key={part.urgency}>{part.text}</span>
          ) : (
            <TextLink
              key={part.urgency}
              href={href}
              aria-label={`${name}, ${part.text}: ${counted(part.messages, 'message')}`}
            >
              {part.text}
            </TextLink>
          )
        })}
      </span>
      <span className={classes.bar} aria-hidden>
        {parts.map((part) => (
          <span
            key={part.urgency}
            data-tone={levelMeanings[part.urgency].tone}
            style={{ flexGrow: part.messages }}
          />
        ))}
      </span>
    </span>
  )
}
