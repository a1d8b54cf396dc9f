import { Modal, Skeleton, VisuallyHidden } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import { ChannelBadge } from '@verbatim/ui/Badge.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { dateText } from '@verbatim/ui/dates.ts'
import { useEscape } from '@verbatim/ui/escape.tsx'
import { useKeptTab } from '@verbatim/ui/use-kept-tab.ts'
import { useState } from 'react'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { useOverviewAddress } from './overview-address.ts'
import { IdentityNotice } from '#thread/IdentityNotice.tsx'
import { NotLoaded } from '#thread/NotLoaded.tsx'
import { useRelatedEvents } from '#thread/related-events.ts'
import { useThreadEvidence } from '#thread/thread-evidence.ts'
import { useCan } from '#shell/use-app-context.ts'
import { ConversationExport } from './ConversationExport.tsx'
import { ConversationAside } from './ConversationAside.tsx'
import { ThemeLink } from '#thread/ThemeLink.tsx'
import classes from './ConversationOverview.module.css'
import { ThreadPane } from './ThreadPane.tsx'
import { ThreadTools } from './ThreadTools.tsx'
import { type SummarySentence, useThread, withMark } from './use-thread.ts'

interface ConversationOverviewProps {
  id: string
  opened: boolean
  onClose: () => void
}

/** A whole conversation over the current screen: its summary and its thread. */
export function ConversationOverview({ id, opened, onClose }: ConversationOverviewProps) {
  useEscape(opened, onClose)
  const layer = useKeptTab(opened)
  return (
    <Modal.Root
      ref={layer}
      opened={opened}
      onClose={onClose}
      size="auto"
      returnFocus={false}
      keepMounted={false}
    >
      <Modal.Overlay />
      <Modal.Content classNames={{ content: classes.content, inner: classes.inner }}>
        <Overview id={id} />
      </Modal.Content>
    </Modal.Root>
  )
}

const parts = [
  { id: 'thread', label: 'Thread' },
  { id: 'summary', label: 'Summary' },
] as const

function Overview({ id }: { id: string }) {
  const { at, find } = useOverviewAddress()
  const { thread, reading, isNewest, messages, memberships, conversation } = useThread(id, at, find)
  const related = useRelatedEvents('conversationId', id)
  const evidence = useThreadEvidence(thread.data?.pages.map((page) => page.messages) ?? [])
  const [followed, setFollowed] = useState<SummarySentence>()
  const mark = followed?.messageId === at && !find ? followed : undefined
  const [part, setPart] = useState<(typeof parts)[number]['id']>('thread')
  const mayRead = useCan('conversations.view')
  if (thread.error && !thread.data)
    return <Refused error={thread.error} onRetry={() => void thread.refetch()} />
  return (
    <>
      <header className={classes.header}>
        <div className={classes.titles}>
          <Modal.Title className={classes.title}>
            {conversation ? (
              <Name of={conversation} />
            ) : (
              <>
                <VisuallyHidden>Conversation</VisuallyHidden>
                <Skeleton width={240} height={20} />
              </>
            )}
          </Modal.Title>
          <div className={classes.facts}>
            {conversation ? <HeadFacts of={conversation} /> : <Skeleton width={320} height={14} />}
          </div>
        </div>
        <div className={classes.actions}>
          {conversation && <ConversationExport of={conversation} />}
          <Modal.CloseButton aria-label="Close" />
        </div>
      </header>
      {/* On a narrow screen, one part at a time. */}
      <div className={classes.parts} role="group" aria-label="Parts">
        {parts.map(({ id: value, label }) => (
          <button
            type="button"
            key={value}
            className={classes.part}
            aria-pressed={part === value}
            onClick={() => setPart(value)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className={classes.columns} data-flows data-part={part}>
        <section className={classes.thread} aria-label="Thread" data-flows>
          <IdentityNotice conversation={conversation} />
          <NotLoaded what="Evidence" onRetry={evidence.retry} />
          {mayRead && (
            <ThreadTools id={id} hasNewest={!thread.hasNextPage} hasEvidence={evidence.marks.size > 0} />
          )}
          <ThreadPane
            thread={thread}
            reading={reading}
            isNewest={isNewest}
            messages={withMark(messages, mark)}
            memberships={memberships}
            evidence={evidence.marks}
          />
        </section>
        <aside className={classes.aside} aria-label="Summary and participants" data-flows>
          <ConversationAside
            id={id}
            conversation={conversation}
            related={related}
            onFollow={(sentence) => {
              setFollowed(sentence)
              setPart('thread')
            }}
          />
        </aside>
      </div>
    </>
  )
}

function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <header className={classes.header}>
        <Modal.Title className={classes.title}>Conversation</Modal.Title>
        <Modal.CloseButton aria-label="Close" />
      </header>
      <div className={classes.refused}>
        <ErrorPage error={asFailure(error)} onRetry={onRetry} />
      </div>
    </>
  )
}

const mostNames = 4

/** Its title or its participants. */
function Name({ of: { title, participants } }: { of: Conversation }) {
  if (title) return <bdi>{title}</bdi>
  const names = participants.slice(0, mostNames)
  return (
    <>
      {names.map(({ name, address }, i) => (
        <span key={address}>
          {i > 0 && ', '}
          <bdi>{name}</bdi>
        </span>
      ))}
      {participants.length > mostNames && ` and ${participants.length - mostNames} more`}
    </>
  )
}

function HeadFacts({ of: { channel, messageCount, firstAt, lastAt, theme } }: { of: Conversation }) {
  const [first, last] = [dateText(firstAt), dateText(lastAt)]
  return (
    <>
      <ChannelBadge channel={channel} />
      <span>{counted(messageCount, 'message')}</span>
      <span>{first === last ? first : `${first} – ${last}`}</span>
      {theme && (
        <span>
          Recently about <ThemeLink theme={theme} />
        </span>
      )}
    </>
  )
}
