import { Button, Group, Stack, Text } from '@mantine/core'
import type { ChangeRequest } from '@verbatim/contract/change-requests.ts'
import { changeRequestLimits } from '@verbatim/contract/change-requests.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { Differences } from '@verbatim/ui/Differences.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { LimitedTextarea } from '@verbatim/ui/LimitedInput.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useState } from 'react'
import { type Decision, useDecide, useSaveRules } from './mutations.ts'

/** A change request: the changes, the reason, and the decision. */
export function ChangeRequestDetail({ request }: { request: ChangeRequest }) {
  const { policyId, targetName, changes, hasFile, note, decided, canDecide, canWithdraw } = request
  const { approvalRefusal } = request
  const { mutate: saveFile, isPending: isSaving } = useSaveRules(request)
  const [asked, setAsked] = useState<Decision>()
  return (
    <Stack gap="sm" maw={1100}>
      {changes.length > 0 && <Differences changes={changes} />}
      <Facts
        facts={[
          ['Note', note],
          ['Reason', decided?.reason],
          [
            'Policy',
            policyId && (
              <TextLink href={`/organization/policies/${policyId}`}>
                <bdi>{targetName}</bdi>
              </TextLink>
            ),
          ],
        ]}
      />
      {hasFile && (
        <Group gap="xs">
          <span>The first {numberText(changeRequestLimits.shownRules)} rules of the file are shown.</span>
          <Button variant="default" loading={isSaving} onClick={() => saveFile()}>
            Download file
          </Button>
        </Group>
      )}
      {canDecide && approvalRefusal && <Text size="sm">{approvalRefusal}</Text>}
      {canDecide && (
        <Group gap="xs">
          {!approvalRefusal && <Button onClick={() => setAsked('approve')}>Approve…</Button>}
          <Button variant="default" onClick={() => setAsked('reject')}>
            Reject…
          </Button>
        </Group>
      )}
      {canWithdraw && (
        <Group gap="xs">
          <span>Another person has to approve your change.</span>
          <Button variant="default" onClick={() => setAsked('withdraw')}>
            Withdraw…
          </Button>
        </Group>
      )}
      <DecisionQuestion request={request} asked={asked} onClose={() => setAsked(undefined)} />
    </Stack>
  )
}

const words: Record<Decision, { readonly title: string; readonly label: string }> = {
  approve: { title: 'Approve the change?', label: 'Approve' },
  reject: { title: 'Reject the change?', label: 'Reject' },
  withdraw: { title: 'Withdraw the change?', label: 'Withdraw' },
}

/** What will happen. A new policy is not there yet, so that it can neither change nor stay as it is. */
function Effect({ request, decision }: { request: ChangeRequest; decision: Decision }) {
  const { type, targetName, requestedBy } = request
  const isNew = type === 'policy_created'
  const name = (
    <>
      “<bdi>{targetName}</bdi>”
    </>
  )
  if (decision !== 'approve')
    return isNew ? <>The policy {name} will not be created.</> : <>{name} will stay as it is.</>
  return (
    <>
      {isNew ? <>The policy {name} will be created</> : <>The change to {name} will take effect</>} at once,
      in the name of <bdi>{requestedBy.name}</bdi>.
    </>
  )
}

interface DecisionQuestionProps {
  request: ChangeRequest
  asked: Decision | undefined
  onClose: () => void
}

function DecisionQuestion({ request, asked, onClose }: DecisionQuestionProps) {
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useDecide(request, onClose)
  // The text stays while the dialog fades out.
  const [decision, setDecision] = useState<Decision>('approve')
  if (asked && asked !== decision) {
    setDecision(asked)
    // Why it is rejected is no reason to approve it.
    setReason('')
  }
  const { title, label } = words[decision]
  return (
    <ConfirmModal
      opened={asked !== undefined}
      title={title}
      confirmLabel={label}
      destructive={decision === 'reject'}
      busy={isPending}
      isReady={reason.length <= changeRequestLimits.note}
      onConfirm={() => mutate({ decision, reason })}
      onClose={onClose}
    >
      <Stack>
        <div>
          <Effect request={request} decision={decision} />
        </div>
        {decision !== 'withdraw' && (
          <LimitedTextarea
            label="Reason (optional)"
            minRows={2}
            maxRows={8}
            limit={changeRequestLimits.note}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmModal>
  )
}
