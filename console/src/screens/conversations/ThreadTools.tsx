import { ActionIcon, Button, Popover, TextInput, Tooltip } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarSearch,
  IconChevronDown,
  IconChevronsDown,
  IconChevronsUp,
  IconChevronUp,
  IconSearch,
} from '@tabler/icons-react'
import { numberText } from '@verbatim/ui/dates.ts'
import { DayPicker } from '@verbatim/ui/days/DayPicker.tsx'
import { stepEvidence } from '@verbatim/ui/thread/EvidenceRail.tsx'
import { keptInSight } from '@verbatim/ui/kept-in-sight.ts'
import { usePanel } from '@verbatim/ui/use-panel.ts'
import { useState } from 'react'
import { useOverviewAddress } from './overview-address.ts'
import classes from './ThreadTools.module.css'
import { useFind } from './use-find.ts'
import { useJumps } from './use-jumps.ts'

interface ThreadToolsProps {
  id: string
  hasNewest: boolean
  /** Some of the messages that are loaded have evidence. */
  hasEvidence: boolean
}

/** Ways through a long thread: by words, from evidence to evidence, to a day, to either end. */
export function ThreadTools({ id, hasNewest, hasEvidence }: ThreadToolsProps) {
  const { toFirst, toNewest, toDay } = useJumps(id, hasNewest)
  return (
    <div className={classes.tools}>
      <Find id={id} />
      <div className={classes.jumps}>
        {hasEvidence && <EvidenceSteps />}
        <JumpToDay onDay={toDay} />
        <Tooltip label="First message">
          <ActionIcon aria-label="First message" onClick={toFirst}>
            <IconChevronsUp size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Newest message">
          <ActionIcon aria-label="Newest message" onClick={toNewest}>
            <IconChevronsDown size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}

function EvidenceSteps() {
  const step = (by: 1 | -1) =>
    stepEvidence(document.querySelector<HTMLElement>('[aria-modal="true"] [data-thread]'), by)
  return (
    <>
      <Tooltip label="Previous evidence (Shift N)">
        <ActionIcon aria-label="Previous evidence" onClick={() => step(-1)}>
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Next evidence (N)">
        <ActionIcon aria-label="Next evidence" onClick={() => step(1)}>
          <IconArrowDown size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

/** Words to look for; Enter leads to the newest hit, and on from hit to hit. */
function Find({ id }: { id: string }) {
  const { find = '' } = useOverviewAddress()
  const { total, position, start, earlier, later } = useFind(id)
  const [typed, setTyped] = useState({ text: find, from: find })
  if (typed.from !== find) setTyped({ text: find, from: find })
  return (
    <search className={classes.find}>
      <form
        className={classes.field}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.text.trim() === find) earlier?.()
          else start(typed.text.trim())
        }}
      >
        <TextInput
          type="search"
          aria-label="Search in this conversation"
          placeholder="Search"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed.text}
          onChange={(event) => {
            const text = event.currentTarget.value
            setTyped({ text, from: find })
            if (text === '' && find) start('')
          }}
        />
      </form>
      <span className={classes.found} role="status">
        {total !== undefined && foundText(total, position)}
      </span>
      {total !== undefined && total > 0 && (
        <>
          <ActionIcon aria-label="Previous match" disabled={!earlier} onClick={earlier}>
            <IconChevronUp size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label="Next match" disabled={!later} onClick={later}>
            <IconChevronDown size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
    </search>
  )
}

function foundText(total: number, position: number | undefined): string {
  if (total === 0) return 'Not found'
  if (position === undefined) return `${numberText(total)} found`
  return `${numberText(position + 1)} of ${numberText(total)}`
}

function JumpToDay({ onDay }: { onDay: (day: string) => void }) {
  const { button, close, toggle, props, fading } = usePanel()
  const [day, setDay] = useState('')
  return (
    <Popover {...props} {...keptInSight} position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon ref={button} aria-label="Go to a day" title="Go to a day" onClick={toggle}>
          <IconCalendarSearch size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown {...fading}>
        <form
          className={classes.day}
          onSubmit={(event) => {
            event.preventDefault()
            if (!day) return
            close()
            onDay(day)
          }}
        >
          <DayPicker label="Go to a day" data-autofocus value={day} onChange={setDay} />
          <Button type="submit" disabled={!day} title={day ? undefined : 'Choose a day first'}>
            Go
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
