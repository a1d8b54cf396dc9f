import { Button } from '@mantine/core'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { type OtherText, otherTextNames } from '@verbatim/contract/other-texts.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { counted } from '#counted.ts'
import { type EvidenceMark, isOfContent, listedTexts, otherRanges, searchRanges } from './message-words.ts'
import classes from './OtherTexts.module.css'
import type { TextRange } from '#ranges.ts'
import { useOpenedByEvidence } from './use-opened-by-evidence.ts'
import { WindowedText } from './WindowedText.tsx'

interface OtherTextsProps {
  message: ThreadMessage
  marks: readonly EvidenceMark[]
}

/** A message's other texts: those of a mail that some programs show instead of the shown one, and words of former content. */
export function OtherTexts({ message, marks }: OtherTextsProps) {
  const listed = listedTexts(message)
  if (listed.length === 0) return null
  return (
    <ul className={classes.others} aria-label={alsoContains(listed.map(({ other }) => other))}>
      {listed.map(({ other, index }) => (
        <li key={index}>
          <Other other={other} evidence={otherRanges(marks, index)} />
        </li>
      ))}
    </ul>
  )
}

const alsoContains = (texts: readonly OtherText[]) =>
  texts.every(isOfContent) ? 'This message also contains' : 'This email also contains'

/** Shown at once if it contains the current evidence. */
function Other({ other, evidence }: { other: OtherText; evidence: readonly TextRange[] }) {
  const [wanted, setWanted] = useOpenedByEvidence(evidence)
  const panel = useId()
  const ranges = [...evidence, ...searchRanges(other)]
  const matches = counted(ranges.length, 'match', 'matches')
  const name = otherTextNames[other.kind]
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        classNames={{ root: classes.button ?? '', label: classes.label ?? '' }}
        aria-expanded={wanted}
        aria-controls={panel}
        leftSection={
          wanted ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />
        }
        onClick={() => setWanted(!wanted)}
      >
        {alsoContains([other])} {name}
        {ranges.length > 0 && ` · ${matches}`}
      </Button>
      <div id={panel}>{wanted && <WindowedText name={name} text={other.text} ranges={ranges} />}</div>
    </>
  )
}
