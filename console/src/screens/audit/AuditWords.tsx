import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { auditWords } from '@verbatim/contract/audit-words.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { foldText } from './audit-folds.ts'
import classes from './AuditScreen.module.css'
import { targetHref } from './target-address.ts'

interface AuditWordsProps {
  event: AuditEvent
  /** Several entries in one sentence. */
  repeats?: readonly AuditEvent[] | undefined
}

/** An entry as a sentence. Names are bold; the target's is a link to it. */
export function AuditWords({ event, repeats }: AuditWordsProps) {
  if (repeats)
    return (
      <>
        <bdi className={classes.name}>{event.actor.name}</bdi> {foldText(event, repeats)}
      </>
    )
  const href = targetHref(event)
  return auditWords(event).map(({ text, isName, isTarget }, place) => {
    if (isTarget && href)
      return (
        <TextLink key={place} href={href} className={classes.name}>
          <bdi>{text}</bdi>
        </TextLink>
      )
    if (!isName) return <span key={place}>{text}</span>
    return (
      <bdi key={place} className={classes.name}>
        {text}
      </bdi>
    )
  })
}
