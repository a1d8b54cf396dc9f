import { Button } from '@mantine/core'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import type { Evidence } from '@verbatim/contract/evidence.ts'
import { Highlighted } from '@verbatim/ui/Highlighted.tsx'
import { useState } from 'react'
import classes from './EvidenceList.module.css'
import { byRule, isInWords, placeWords, revisedMessages } from './evidence.ts'

interface EvidenceListProps {
  event: CognitiveEventDetail
  current: Evidence | undefined
  onGo: (index: number) => void
}

const few = 6

/** The evidence, by rule. Pressing a piece shows it in the conversation. */
export function EvidenceList({ event, current, onGo }: EvidenceListProps) {
  const revised = revisedMessages(event)
  return (
    <section aria-label="Rules that matched" className={classes.rules}>
      <h2 className={classes.title}>Rules that matched</h2>
      {byRule(event).map(([name, found]) => (
        <div key={found[0]?.ruleId}>
          <h3 className={classes.rule}>
            <bdi>{name}</bdi>
          </h3>
          <Found
            evidence={found}
            revised={revised}
            current={current}
            onGo={(one) => onGo(event.evidence.indexOf(one))}
          />
        </div>
      ))}
    </section>
  )
}

/** The matched words; for an attachment, with surrounding words and its name. */
function Words({ evidence }: { evidence: Evidence }) {
  const { excerpt, text } = evidence
  if (isInWords(evidence)) return <bdi>{text}</bdi>
  if (!excerpt && text === '') return <bdi>{placeWords(evidence)}</bdi>
  return (
    <span className={classes.attached}>
      {excerpt ? (
        <Highlighted
          text={excerpt.text}
          ranges={[{ ...excerpt, tone: 'evidence' }]}
          excerpt={120}
          lead={30}
        />
      ) : (
        <bdi>{text}</bdi>
      )}
      <span className={classes.version}>
        {' '}
        · <bdi>{placeWords(evidence)}</bdi>
      </span>
    </span>
  )
}

interface FoundProps {
  evidence: readonly Evidence[]
  revised: ReadonlySet<string>
  current: Evidence | undefined
  onGo: (evidence: Evidence) => void
}

function Found({ evidence, revised, current, onGo }: FoundProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? evidence : evidence.slice(0, few)
  return (
    <ul className={classes.found}>
      {shown.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className={classes.one}
            aria-current={one.id === current?.id || undefined}
            onClick={() => onGo(one)}
          >
            <Words evidence={one} />
            {one.part === 'subject' && <span className={classes.version}> · in the subject</span>}
            {revised.has(one.messageId) && <span className={classes.version}> · version {one.revision}</span>}
          </button>
        </li>
      ))}
      {evidence.length > few && (
        <li>
          <Button size="compact-xs" variant="subtle" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fewer' : `All ${evidence.length}`}
          </Button>
        </li>
      )}
    </ul>
  )
}
