import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCircleCheck, IconCircleX, IconClock, IconRefresh } from '@tabler/icons-react'
import {
  type ArchivedMail,
  archiveMailStates,
  type ArchiveMailState,
  resendArchiveMail,
} from '@verbatim/contract/archive-mails.ts'
import { archiveProblemWords } from '@verbatim/contract/archiving.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { utcDayText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { BrokenChip } from '@verbatim/ui/filters/FilterChip.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { Pager } from '@verbatim/ui/table/Pager.tsx'
import { useEffect } from 'react'
import { FormSection } from '#editor/FormSection.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { openable } from '#failures/openable.ts'
import { NotUnderstood } from '#lists/EmptyList.tsx'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { useAct } from '#shell/use-act.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import classes from './Archiving.module.css'
import { eventNames } from './archiving-words.ts'
import { useMailsAddress } from './mails-address.ts'
import { archivedWordsQuery, archiveMailsQuery } from './queries.ts'
import { SendAllAgain } from './SendAllAgain.tsx'

const stateMeanings: Record<ArchiveMailState, Meaning> = {
  queued: { label: 'Queued', tone: 'grey', icon: IconClock },
  deferred: { label: 'Deferred', tone: 'amber', icon: IconRefresh },
  accepted: { label: 'Accepted', tone: 'green', icon: IconCircleCheck },
  failed: { label: 'Failed', tone: 'red', icon: IconCircleX },
}
const filters = [
  { value: '', label: 'All' },
  ...archiveMailStates.map((value) => ({ value, label: stateMeanings[value].label })),
]

/** The mails with their states, the newest first. */
export function ArchiveMails() {
  const { shown, broken, show } = useMailsAddress()
  const clear = () => show({ state: undefined })
  return (
    <FormSection id="archiving-mails" title="Emails to the archive" hint="Newest first.">
      <NativeSelect
        label="Status"
        className={classes.filter}
        data={filters}
        value={shown.state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          show({ state: archiveMailStates.find((state) => state === value) })
        }
      />
      <SendAllAgain />
      {broken === undefined ? (
        <Mails />
      ) : (
        <>
          <BrokenChip text={broken} onRemove={clear} />
          <NotUnderstood onClear={clear} />
        </>
      )}
    </FormSection>
  )
}

function Mails() {
  const { shown, show } = useMailsAddress()
  const api = useApi()
  const mails = openable(useQuery(archiveMailsQuery(api, shown)))
  const { data: words } = openable(useQuery(archivedWordsQuery(api, shown)))
  const total = mails.data?.items.length === 0 ? mails.data.total : 0
  const isPastEnd = total > 0
  const last = isPastEnd ? Math.ceil(total / shown.size) : shown.page
  useEffect(() => {
    if (last !== shown.page) show({ page: last }, true)
  })
  return (
    <Loaded of={mails} pending={160} inline>
      {(data) =>
        data.items.length === 0 ? (
          !isPastEnd && <p className={classes.note}>No emails{shown.state && ' in this state'}.</p>
        ) : (
          <>
            <ul className={classes.mails} aria-label="Emails to the archive">
              {data.items.map((mail) => (
                <Mail key={mail.id} mail={mail} about={words?.get(mail.id)} />
              ))}
            </ul>
            <Pager
              page={shown.page}
              size={shown.size}
              total={data.total}
              atLeast={data.atLeast}
              onPage={(page) => show({ page })}
              onSize={(size) => show({ size })}
            />
          </>
        )
      }
    </Loaded>
  )
}

interface MailProps {
  readonly mail: ArchivedMail
  /** What its message is about, if the reader may see that. */
  readonly about: string | undefined
}

function Mail({ mail, about }: MailProps) {
  const { state, attempts, createdAt, finishedAt, dueAt, refusedRecipients } = mail
  return (
    <li>
      <div className={classes.about}>
        <Subject mail={mail} about={about} />
        <span className={classes.note}>
          <DateTime at={finishedAt ?? createdAt} />
        </span>
      </div>
      <div className={classes.became}>
        <Badge meaning={stateMeanings[state]} of="Status" />
        <p className={classes.note}>
          {attempts > 0 && counted(attempts, 'attempt')}
          {(state === 'deferred' || (state === 'queued' && mail.day)) && dueAt && (
            <>
              {attempts > 0 && ', '}next at <DateTime at={dueAt} />
            </>
          )}
        </p>
        {mail.problem && <p>{archiveProblemWords[mail.problem]}</p>}
        {refusedRecipients.length > 0 && (
          <p>
            Refused: <bdi>{refusedRecipients.join(', ')}</bdi>
          </p>
        )}
        {mail.answer && (
          <p className={classes.note}>
            The server said: <bdi>{mail.answer}</bdi>
          </p>
        )}
        {mail.queueId && (
          <p className={classes.note}>
            {mail.queueId.includes(', ') ? 'Queue IDs' : 'Queue ID'}: <bdi>{mail.queueId}</bdi>
          </p>
        )}
        {state === 'failed' && <SendAgain mail={mail} />}
      </div>
    </li>
  )
}

/** What the mail is about: the message's words as a link for users who may open it, and otherwise what kind it is. */
function Subject({ mail: { event, messageId, conversationId, day }, about }: MailProps) {
  const openConversation = useOverviewHref()
  const mayOpen = useCan('messages.view')
  const name = day
    ? `Conversation of ${utcDayText(new Date(day.date))}${day.number > 1 ? `, supplement ${day.number}` : ''}`
    : (about ?? eventNames[event])
  const href = messageId ? `/messages/${messageId}` : conversationId && openConversation(conversationId)
  return (
    <span>
      <bdi>{mayOpen && href ? <TextLink href={href}>{name}</TextLink> : name}</bdi>
      {about && event !== 'message' && <span className={classes.note}> {eventNames[event]}</span>}
      {day && <span className={classes.note}> {counted(day.items, 'entry', 'entries')}</span>}
    </span>
  )
}

function SendAgain({ mail: { id } }: { mail: ArchivedMail }) {
  const { mutate, isPending } = useAct({
    call: (api) => api(resendArchiveMail, { params: { id } }),
    done: () => 'The email is queued again',
    failed: 'The email was not queued again',
    touches: ['organization'],
  })
  return (
    <Button mt={4} variant="default" size="compact-sm" loading={isPending} onClick={() => mutate()}>
      Send again
    </Button>
  )
}
