import { Radio, Stack, TextInput } from '@mantine/core'
import { FailureAlert } from '@verbatim/ui/FailureAlert.tsx'
import { asFailure } from '@verbatim/client/failure.ts'
import {
  type Purpose,
  PurposeKind,
  purposeKinds,
  purposeLimits,
  purposeNames,
  StatedPurpose,
} from '@verbatim/contract/purposes.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { useState } from 'react'
import { useStatePurpose } from './purpose.ts'

interface PurposeDialogProps {
  opened: boolean
  current: Purpose | undefined
  onClose: () => void
}

/** Asks for the purpose of reading. */
export function PurposeDialog({ opened, current, onClose }: PurposeDialogProps) {
  const [kind, setKind] = useState<PurposeKind>(current?.kind ?? 'supervision')
  const [reference, setReference] = useState(current?.reference ?? '')
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error } = useStatePurpose(onClose)
  const stated = StatedPurpose.safeParse({ kind, reference })
  const confirm = () => {
    setTried(true)
    if (stated.data) mutate(stated.data)
  }
  return (
    <ConfirmModal
      opened={opened}
      title="Why are you reading?"
      confirmLabel="State purpose"
      busy={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack>
        <div>
          Your organization requires a purpose for messages without an event. It is valid for{' '}
          {purposeLimits.minutes} minutes and is recorded with everything you read.
        </div>
        <Radio.Group label="Purpose" value={kind} onChange={(value) => setKind(PurposeKind.parse(value))}>
          <Stack gap="xs" mt={4}>
            {purposeKinds.map((one) => (
              <Radio
                key={one}
                value={one}
                label={purposeNames[one]}
                data-autofocus={one === kind || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label="Reference"
          description="A case number or a few words. Optional for routine supervision."
          withAsterisk={kind !== 'supervision'}
          maxLength={purposeLimits.reference}
          value={reference}
          error={isTried && stated.error?.issues[0]?.message}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <FailureAlert>{error && asFailure(error).message}</FailureAlert>
      </Stack>
    </ConfirmModal>
  )
}
