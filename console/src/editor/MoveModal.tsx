import { Dialog } from '@verbatim/ui/Dialog.tsx'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Failure } from '@verbatim/client/failure.ts'
import type { Option, SoughtOptions } from '@verbatim/ui/options.ts'
import { useState } from 'react'
import { z } from 'zod'

/** Who would be left without, as the failure names them. */
const Offenders = z.object({ count: z.number(), names: z.array(z.string()) })
export type Offenders = z.infer<typeof Offenders>

/** The offenders that a refused change names; undefined for other failures. */
export function offendersOf(error: unknown, code: Failure['code']): Offenders | undefined {
  if (!(error instanceof Failure) || error.code !== code) return undefined
  return Offenders.safeParse(error.details).data
}

interface MoveModalProps {
  title: string
  offenders: Offenders | undefined
  /** "at least one Group" */
  need: string
  /** "Group" */
  noun: string
  choices: SoughtOptions
  /** What they would leave. */
  exceptId: string
  busy: boolean
  onMove: (id: string) => void
  onClose: () => void
}

/** Some would be left without: their names, and the way out in one step. */
export function MoveModal(props: MoveModalProps) {
  const { title, offenders, onClose } = props
  return (
    <Dialog opened={offenders !== undefined} onClose={onClose} title={title}>
      {offenders && <MoveForm {...props} offenders={offenders} />}
    </Dialog>
  )
}

function MoveForm(props: MoveModalProps & { offenders: Offenders }) {
  const { offenders, need, noun, choices, exceptId, busy, onMove, onClose } = props
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) onMove(chosen)
      }}
    >
      <Stack>
        <OffenderWords offenders={offenders} need={need} />
        <MoveSelect noun={noun} choices={choices} exceptId={exceptId} chosen={chosen} onChoose={setChosen} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!chosen}>
            Move them and save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** "Ana Bell and Tom Reed need at least one Group, and have no other." */
export function OffenderWords({ offenders: { count, names }, need }: { offenders: Offenders; need: string }) {
  const more = count - names.length
  return (
    <Text component="div" size="sm">
      <p>
        {count === 1 ? '1 person needs' : `${count} people need`} {need}, and would have none:
      </p>
      <ul>
        {names.map((name, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
          <li key={at}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Text>
  )
}

interface MoveSelectProps {
  noun: string
  choices: SoughtOptions
  exceptId: string
  chosen: string | null
  onChoose: (id: string | null) => void
}

const restMs = 250

/** Where they go instead, found by typing. */
export function MoveSelect({ noun, choices, exceptId, chosen, onChoose }: MoveSelectProps) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, restMs)
  const [picked, setPicked] = useState<Option>()
  // What is shown of the chosen one is no question.
  const found = choices.useFound(text === picked?.label ? '' : text.trim())
  const offered = [...(picked ? [picked] : []), ...(found ?? [])].filter(
    ({ value }, at, all) => value !== exceptId && all.findIndex((other) => other.value === value) === at,
  )
  return (
    <Select
      label={`${noun} for them`}
      placeholder={`Choose a ${noun}`}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already chosen.
      filter={({ options }) => options}
      data={offered}
      value={chosen}
      nothingFoundMessage={!found || typed !== text ? 'Looking…' : 'Nothing is called that.'}
      maxDropdownHeight={280}
      onChange={(id) => {
        setPicked(offered.find(({ value }) => value === id))
        onChoose(id)
      }}
    />
  )
}
