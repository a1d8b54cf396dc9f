import { changeUndoHours, type ContactEffect } from '@verbatim/contract/contact-changes.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'

interface EffectModalProps {
  /** The name of the contact. */
  name: string
  effect: ContactEffect | undefined
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Shows the consequences of a change for conversations, other contacts and their owners, before it is made. */
export function EffectModal({ name, effect, busy, onConfirm, onClose }: EffectModalProps) {
  const merges = effect && (effect.mergeInto !== undefined || effect.merged.length > 0)
  return (
    <ConfirmModal
      opened={effect !== undefined}
      title={merges ? 'Merge these contacts?' : 'Close these conversations?'}
      confirmLabel={merges ? 'Merge and save' : 'Close them and save'}
      destructive={!merges}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {effect && <EffectWords name={name} effect={effect} />}
    </ConfirmModal>
  )
}

const mostNamed = 10

function EffectWords({ name, effect }: { name: string; effect: ContactEffect }) {
  const { conversations, sample, mergeInto, merged, owners } = effect
  const more = conversations - sample.length
  return (
    <>
      {mergeInto && (
        <p>
          The global contact <strong>{mergeInto.name}</strong> already has this number. <bdi>{name}</bdi> will
          be merged into it with its groups and other addresses.
        </p>
      )}
      {merged.length > 0 && (
        <>
          <p>
            {merged.length === 1
              ? 'A personal contact has'
              : `${numberText(merged.length)} personal contacts have`}{' '}
            this number and will be merged into <bdi>{name}</bdi>:
          </p>
          <ul>
            {merged.slice(0, mostNamed).map(({ id, name: theirs, owner }) => (
              <li key={id}>
                <bdi>{theirs}</bdi>
                {owner && (
                  <>
                    {' '}
                    of <bdi>{owner.name}</bdi>
                  </>
                )}
              </li>
            ))}
            {merged.length > mostNamed && <li>and {numberText(merged.length - mostNamed)} more</li>}
          </ul>
        </>
      )}
      {conversations > 0 && (
        <>
          <p>
            {counted(conversations, 'open conversation')} will be closed. The record does not change. A new
            message reopens a conversation.
          </p>
          <ul>
            {sample.map(({ with: party, lastAt }) => (
              <li key={`${party} ${lastAt}`}>
                <bdi>{party}</bdi>, last message <DateTime at={lastAt} />
              </li>
            ))}
            {more > 0 && <li>and {numberText(more)} more</li>}
          </ul>
        </>
      )}
      {owners.length > 0 && (
        <p>
          This affects{' '}
          {owners
            .slice(0, mostNamed)
            .map((owner) => owner.name)
            .join(', ')}
          {owners.length > mostNamed && ` and ${numberText(owners.length - mostNamed)} more`}.
        </p>
      )}
      <p>You can undo all of this for {changeUndoHours} hours.</p>
    </>
  )
}
