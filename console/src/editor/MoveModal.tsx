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

/** Saves a change, or gives the people whom its refusal names. */
export async function asking<Thing>(
  refusal: Failure['code'],
  change: Promise<Thing>,
): Promise<{ readonly saved: Thing } | { readonly question: Offenders }> {
  try {
    return { saved: await change }
  } catch (error) {
    const question = offendersOf(error, refusal)
    if (question) return { question }
    throw error
  }
}

/** What everyone must have one of, and where people who would have none move. */
interface Moving<Id extends string> {
  /** "group" */
  readonly noun: string
  readonly source: OptionSource
  readonly toId: (id: string) => Id
}

interface MoveModalProps<Id extends string> {
  moving: Moving<Id>
  offenders: Offenders | undefined
  /** Of the group or profile that they leave. */
  editor: {
    readonly base: { readonly id: string } | undefined
    readonly isSaving: boolean
    readonly forget: () => void
  }
  onMove: (id: Id) => void
}

/** Names people who would have none left, and lets the user move them in one step. */
export function MoveModal<Id extends string>(props: MoveModalProps<Id>) {
  const { moving, offenders, editor } = props
  const title = `Choose another ${moving.noun} for them`
  return (
    <Dialog opened={offenders !== undefined} onClose={editor.forget} title={title}>
      {offenders && <MoveForm {...props} offenders={offenders} />}
    </Dialog>
  )
}

function MoveForm<Id extends string>(props: MoveModalProps<Id> & { offenders: Offenders }) {
  const { moving, offenders, editor, onMove } = props
  const [chosen, setChosen] = useState<Id>()
  return (
    <DialogForm
      submit="Move them and save"
      busy={editor.isSaving}
      isReady={chosen !== undefined}
      onSubmit={() => chosen && onMove(chosen)}
      onCancel={editor.forget}
    >
      <MoveFields
        moving={moving}
        offenders={offenders}
        exceptId={editor.base?.id}
        chosen={chosen}
        onChoose={setChosen}
      />
    </DialogForm>
  )
}

interface MoveFieldsProps<Id extends string> {
  moving: Moving<Id>
  offenders: Offenders
  /** The group or profile they leave. */
  exceptId: string | undefined
  chosen: Id | undefined
  onChoose: (id: Id | undefined) => void
}

/** The people who would have none left, and the group or profile they move to, found by typing. */
export function MoveFields<Id extends string>(props: MoveFieldsProps<Id>) {
  const { moving, offenders, exceptId, chosen, onChoose } = props
  const { noun, source, toId } = moving
  const [picked, setPicked] = useState<Entity>()
  return (
    <>
      <OffenderWords offenders={offenders} noun={noun} />
      <EntitySelect
        label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} for them`}
        placeholder={`Choose a ${noun}`}
        source={source}
        without={(one) => one.id === exceptId}
        value={picked?.id === chosen ? picked : undefined}
        onChange={(entity) => {
          setPicked(entity)
          onChoose(entity && toId(entity.id))
        }}
      />
    </>
  )
}

/** The field for the way out stays in sight below them. */
const mostNamed = 8

/** "Ana Bell and Tom Reed need at least one group, and have no other." */
function OffenderWords({ offenders: { count, names }, noun }: { offenders: Offenders; noun: string }) {
  const shown = names.slice(0, mostNamed)
  const more = count - shown.length
  return (
    <Text component="div" size="sm">
      <p>
        {count === 1 ? '1 person needs' : `${count} people need`} at least one {noun} and would have none:
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
