import { Button, Title } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { toAddress } from '@verbatim/client/list-state.ts'
import { type MessageDetails, messageList } from '@verbatim/contract/messages.ts'
import { Highlighted } from '@verbatim/ui/Highlighted.tsx'
import { KeptTitle } from '@verbatim/ui/thread/Thread.tsx'
import { Link, TextLink } from '@verbatim/ui/Link.tsx'
import { subjectRanges } from '@verbatim/ui/thread/message-words.ts'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { readable } from '@verbatim/ui/readable.ts'
import { MessageAccess } from '#screens/permission-profiles/EffectiveAccess.tsx'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { useListAddress } from '#lists/list-address.ts'
import { searchText } from '@verbatim/client/search-text.ts'
import { IdentityNotice } from '#thread/IdentityNotice.tsx'
import { ConversationThread } from '#thread/ConversationThread.tsx'
import { NotLoaded } from '#thread/NotLoaded.tsx'
import { useRelatedEvents } from '#thread/related-events.ts'
import { RelatedSection } from '#thread/RelatedSection.tsx'
import { useThreadEvidence } from '#thread/thread-evidence.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { MessageFacts } from './MessageFacts.tsx'
import { MessageLife } from './MessageLife.tsx'
import classes from './MessageScreen.module.css'
import { More } from './More.tsx'
import { MessageSource } from './MessageSource.tsx'
import { contextQuery, messageQuery } from './queries.ts'
import { Recipients } from './Recipients.tsx'

const route = getRouteApi('/_shell/messages/$id')

/** Message Details, unless the access to the message has ended since it was drawn. */
export function MessageScreen() {
  const { search } = useListAddress(messageList).state
  const asked = useSuspenseQuery(messageQuery(useApi(), route.useParams().id, search))
  const { data: message, error, refetch } = openable(asked)
  if (message) return <MessageRead message={message} />
  return <ErrorPage error={error} onRetry={() => void refetch()} />
}

/** The message among its neighbours, its history, its source, and its events. */
function MessageRead({ message }: { message: MessageDetails }) {
  const { state } = useListAddress(messageList)
  const { search } = state
  const mayReadThread = useCan('conversations.view')
  const around = useQuery({ ...contextQuery(useApi(), message, search), enabled: mayReadThread })
  // A question that is not asked any more keeps its old answer.
  const context = mayReadThread ? openable(around).data : undefined
  const evidence = useThreadEvidence([context?.messages ?? [message]])
  const overview = useOverviewHref()
  const threadHref = overview(message.conversationId, message.id)
  return (
    <KeptTitle>
      <Page
        layout="reading"
        tabTitle={message.subject ?? `Message from ${readable(message.from)}`}
        title={<MessageTitle message={message} evidence={evidence.marks.get(message.id) ?? []} />}
        crumbs={
          <TextLink href={`/messages${searchText(toAddress(messageList, state))}`}>Content Library</TextLink>
        }
        action={
          mayReadThread && (
            <Button
              component={Link}
              href={threadHref}
              variant="default"
              leftSection={<IconMessages size={16} aria-hidden />}
            >
              Open conversation
            </Button>
          )
        }
      >
        <div className={classes.columns}>
          <section aria-label="In its conversation" className={classes.thread}>
            <IdentityNotice conversation={context} />
            <NotLoaded what="Evidence" onRetry={evidence.retry} />
            <ConversationThread
              key={message.id}
              messages={(context?.messages ?? [message]).map((one) =>
                one.id === message.id ? message : one,
              )}
              memberships={context?.memberships ?? []}
              evidence={evidence.marks}
              currentId={message.id}
              bring="nearest"
              search={search}
              before={context?.before && <More href={threadHref}>Earlier messages</More>}
              after={context?.after && <More href={threadHref}>Later messages</More>}
            />
          </section>
          <Beside message={message} context={context} />
          <div className={classes.rest}>
            <section>
              <Title order={2}>History of this message</Title>
              <MessageLife message={message} thread={context?.messages} />
            </section>
            <section>
              <Title order={2}>Source</Title>
              <MessageSource message={message} />
            </section>
          </div>
        </div>
      </Page>
    </KeptTitle>
  )
}

interface MessageTitleProps {
  message: MessageDetails
  evidence: Parameters<typeof subjectRanges>[1]
}

function MessageTitle({ message, evidence }: MessageTitleProps) {
  if (message.subject) return <Highlighted text={message.subject} ranges={subjectRanges(message, evidence)} />
  return (
    <>
      Message from <bdi>{readable(message.from)}</bdi>
    </>
  )
}

/** Facts, recipients, the message's events, and who can see it. */
function Beside({ message, context }: Parameters<typeof MessageFacts>[0]) {
  const mayExplain = useCan('permission_profiles.manage')
  const related = useRelatedEvents('messageId', message.id)
  return (
    <aside className={classes.aside}>
      <MessageFacts message={message} context={context} />
      <Recipients message={message} />
      <RelatedSection
        {...related}
        order={2}
        titleClass={classes.asideTitle}
        none="No policy has raised an event for this message."
      />
      {mayExplain && (
        <section>
          <Title order={2} className={classes.asideTitle}>
            Who can see this, and why?
          </Title>
          <MessageAccess key={message.id} messageId={message.id} />
        </section>
      )}
    </aside>
  )
}
