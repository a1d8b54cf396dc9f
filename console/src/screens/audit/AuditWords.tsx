import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { auditWords } from '@verbatim/contract/audit-words.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { actionsHref } from './actions-href.ts'
import { foldText } from './audit-folds.ts'
import classes from './AuditScreen.module.css'
import { targetHref } from './target-address.ts'

interface AuditWordsProps {
  event: AuditEvent
  /** Several entries in one sentence. */
  repeats?: readonly AuditEvent[] | undefined
}

/** An entry as a sentence. Names are bold; the actor's is a link to all that they did, the target's to the target. */
export function AuditWords({ event, repeats }: AuditWordsProps) {
  const { actor } = event
  const actorHref = actor.id && actionsHref('user', actor.id)
  if (repeats)
    return (
      <>
        <Name href={actorHref}>{actor.name}</Name> {foldText(event, repeats)}
      </>
    )
  return auditWords(event).map(({ text, isName, isActor, isTarget }, place) => {
    const href = isActor ? actorHref : isTarget && targetHref(event)
    if (!isName && !href) return <span key={place}>{text}</span>
    return (
      <Name key={place} href={href}>
        {text}
      </Name>
    )
  })
}

function Name({ href, children }: { href: string | false | undefined; children: string }) {
  if (!href) return <bdi className={classes.name}>{children}</bdi>
  return (
    <TextLink href={href} className={classes.name}>
      <bdi>{children}</bdi>
    </TextLink>
  )
}
