import { Dialog } from '@verbatim/ui/dialogs/Dialog.tsx'
import { DialogForm } from '@verbatim/ui/dialogs/DialogForm.tsx'
import { Text } from '@mantine/core'
import { Failure } from '@verbatim/client/failure.ts'
import { useState } from 'react'
import { z } from 'zod'
import type { OptionSource } from '#lists/sought-options.ts'
import { EntitySelect } from './EntitySelect.tsx'
import type { Entity } from '#lists/entities.ts'

/** The people who would have none left, from the failure. */
const Offenders = z.object({ count: z.number(), names: z.array(z.string()) })
export type Offenders = z.infer<typeof Offenders>

/** The people whom a refused change names; undefined for other failures. */
export function offendersOf(error: unknown, code: Failure['code']): Offenders | undefined {
  if (!(error instanceof Failure) || error.code !== code) return undefined
  return Offenders.safeParse(error.details).data
}

interface MoveModalProps {
  title: string
  offenders: Offenders | undefined
  /** "at least one group" */
  need: string
  /** "Group" */
  noun: string
  source: OptionSource
  /** The group or profile they leave. */
  exceptId: string | undefined
  busy: boolean
  onMove: (id: string) => void
  onClose: () => void
}

/** Names people who would have none left, and lets the user move them in one step. */
export function MoveModal(props: MoveModalProps) {
  const { title, offenders, onClose } = props
  return (
    <Dialog opened={offenders !== undefined} onClose={onClose} title={title}>
      {offenders && <MoveForm {...props} offenders={offenders} />}
    </Dialog>
  )
}

function MoveForm(props: MoveModalProps & { offenders: Offenders }) {
  const { offenders, need, noun, source, exceptId, busy, onMove, onClose } = props
  const [chosen, setChosen] = useState<string>()
  return (
    <DialogForm
      submit="Move them and save"
      busy={busy}
      isReady={chosen !== undefined}
      onSubmit={() => chosen && onMove(chosen)}
      onCancel={onClose}
    >
      <OffenderWords offenders={offenders} need={need} />
      <MoveSelect noun={noun} source={source} exceptId={exceptId} chosen={chosen} onChoose={setChosen} />
    </DialogForm>
  )
}

/** The field for the way out stays in sight below them. */
const mostNamed = 8

/** "Ana Bell and Tom Reed need at least one group, and have no other." */
export function OffenderWords({ offenders: { count, names }, need }: { offenders: Offenders; need: string }) {
  const shown = names.slice(0, mostNamed)
  const more = count - shown.length
  return (
    <Text component="div" size="sm">
      <p>
        {count === 1 ? '1 person needs' : `${count} people need`} {need} and would have none:
      </p>
      <ul>
        {shown.map((name, at) => (
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
  source: OptionSource
  exceptId: string | undefined
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** The group or profile they move to, found by typing. */
export function MoveSelect({ noun, source, exceptId, chosen, onChoose }: MoveSelectProps) {
  const [picked, setPicked] = useState<Entity>()
  return (
    <EntitySelect
      label={`${noun} for them`}
      placeholder={`Choose a ${noun.toLowerCase()}`}
      source={source}
      without={({ id }) => id === exceptId}
      value={picked?.id === chosen ? picked : undefined}
      onChange={(entity) => {
        setPicked(entity)
        onChoose(entity?.id)
      }}
    />
  )
}
