import { Button, Skeleton } from '@mantine/core'
import type { MessengerThread } from '@verbatim/contract/messenger.ts'
import { Face } from '@verbatim/ui/Face.tsx'
import { channelMeaning } from '@verbatim/ui/colors.ts'
import { Thread, type ThreadProps } from '@verbatim/ui/thread/Thread.tsx'
import { AttachmentPreview } from './AttachmentPreview.tsx'
import classes from './ConversationScreen.module.css'
import { AboutLink, BackLink } from './PaneLinks.tsx'
import { useAttachmentDownload } from './use-attachment-download.ts'
import { answerWords, mediumOf, nameOf } from './words.ts'

interface ThreadPaneProps {
  conversation: MessengerThread
  /** Newest first. */
  pages: readonly MessengerThread[]
  hasEarlier: boolean
  isFetchingEarlier: boolean
  onEarlier: () => void
}

/** The thread, from its end: new messages appear at the bottom, earlier ones load at the top. */
export function ThreadPane(props: ThreadPaneProps) {
  const { conversation, pages, hasEarlier, isFetchingEarlier, onEarlier } = props
  const download = useAttachmentDownload()
  const name = nameOf(conversation)
  const oldestFirst = pages.toReversed()
  const memberships = oldestFirst.flatMap((page) => page.memberships)
  return (
    <section className={classes.thread} aria-label="Conversation">
      <header className={classes.head}>
        <BackLink />
        <Face name={name} isGroup={conversation.otherCount > 1} size="medium" />
        <div className={classes.title}>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <Medium conversation={conversation} />
        </div>
        <AboutLink id={conversation.id} to="about" />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling areas must be reachable by keyboard */}
      <div className={classes.scroll} role="log" aria-label={`Messages with ${name}`} tabIndex={0}>
        <div className={classes.messages}>
          <Thread
            messages={oldestFirst.flatMap(({ messages }) => messages)}
            memberships={[...new Map(memberships.map((line) => [line.id, line])).values()]}
            preview={drawPreview}
            onDownload={download}
            before={
              hasEarlier && (
                <div className={classes.earlier}>
                  <Button variant="default" loading={isFetchingEarlier} onClick={onEarlier}>
                    Show earlier messages
                  </Button>
                </div>
              )
            }
          />
        </div>
      </div>
      <p className={classes.foot}>You can’t write here. {answerWords(conversation.channel)}</p>
    </section>
  )
}

/** The account of a conversation. */
export function Medium({ conversation }: { conversation: MessengerThread }) {
  const { icon: ChannelIcon } = channelMeaning(conversation.channel)
  return (
    <p className={classes.medium}>
      <ChannelIcon size={14} aria-hidden />
      {mediumOf(conversation)}
    </p>
  )
}

const drawPreview: NonNullable<ThreadProps['preview']> = (message, attachment) => (
  <AttachmentPreview message={message} attachment={attachment} />
)

/** The placeholder for a thread that is loading. */
export function ThreadPending() {
  return (
    <div className={classes.pending} role="status" aria-label="Loading messages">
      <Skeleton height={56} width="55%" />
      <Skeleton height={40} width="40%" />
      <Skeleton height={72} width="60%" />
      <Skeleton height={40} width="35%" />
    </div>
  )
}
