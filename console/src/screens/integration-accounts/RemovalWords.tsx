import { linkedChannels } from '@verbatim/contract/channels.ts'
import type { AccountRemoval, IntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import { counted } from '@verbatim/ui/counted.ts'
import type { EffectProps } from '#editor/define-removal.tsx'

/** What ends with an account, and what stays of it. */
export function RemovalWords({ thing, effect }: EffectProps<IntegrationAccount, AccountRemoval, undefined>) {
  const { name, owner, source, channel } = thing
  const { messages, conversations, openGaps } = effect
  return (
    <>
      <p>
        From now on, nothing more is {source ? 'kept under' : 'captured from'} “<bdi>{name}</bdi>”
        {owner && (
          <>
            , the account of <bdi>{owner.name}</bdi>
          </>
        )}
        .{' '}
        {source
          ? 'Its owner must disconnect it in the app; until then, messages that arrive are kept under its source.'
          : 'Verbatim also removes its setup at the provider, if the provider answers within a day.'}
        {linkedChannels.some((one) => one === channel) &&
          ' If a phone still lists Verbatim as a linked device, its owner removes it there.'}
      </p>
      <ul>
        <li>
          {messages === 0
            ? 'It has no captured messages that you can see.'
            : `${counted(messages, 'captured message')} in ${counted(conversations, 'conversation')} that you can see ${
                messages === 1 ? 'stays' : 'stay'
              } on record.`}
        </li>
        {openGaps > 0 && (
          <li>
            {counted(openGaps, 'ongoing interruption ends', 'ongoing interruptions end')}, and no one is
            notified of {openGaps === 1 ? 'it' : 'them'} again.
          </li>
        )}
      </ul>
    </>
  )
}
