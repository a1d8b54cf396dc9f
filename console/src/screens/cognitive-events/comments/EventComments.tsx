import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconMessageCircle, IconPaperclip } from '@tabler/icons-react'
import { type CommentFile, type EventComment, getCommentFile } from '@verbatim/contract/event-comments.ts'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { ScanFact } from '@verbatim/ui/thread/ScanFact.tsx'
import { sizeText } from '@verbatim/ui/dates.ts'
import { Timeline } from '@verbatim/ui/Timeline.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { openable } from '#failures/openable.ts'
import { saveFile } from '@verbatim/client/save-file.ts'
import { PendingLines } from './PendingLines.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { PersonName } from '#thread/PersonName.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { CommentBox } from './CommentBox.tsx'
import classes from './EventComments.module.css'
import { partsOf } from './mentions.ts'
import { commentsQuery } from '#screens/cognitive-events/queries.ts'

/** The comments of an event, newest first, and a field for a new one. */
export function EventComments({ event }: { event: CognitiveEventDetail }) {
  const canComment = useCan('events.comment')
  const comments = openable(useInfiniteQuery(commentsQuery(useApi(), event.id)))
  return (
    <div className={classes.comments}>
      {canComment && <CommentBox key={event.id} event={event} />}
      <Loaded of={comments} pending={<PendingLines />}>
        {({ pages }) => (
          <Timeline
            label="Comments"
            empty={canComment ? 'No comments yet.' : 'There are no comments.'}
            entries={pages
              .flatMap(({ items }) => items)
              .map((comment) => ({
                id: comment.id,
                at: comment.at,
                icon: IconMessageCircle,
                title: <PersonName person={{ name: comment.author, userId: comment.authorId }} />,
                body: <Said comment={comment} />,
              }))}
          />
        )}
      </Loaded>
      {comments.data && comments.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={comments.isFetchingNextPage}
          onClick={() => void comments.fetchNextPage()}
        >
          Load older comments
        </Button>
      )}
    </div>
  )
}

function Said({ comment: { id, body, mentions, files } }: { comment: EventComment }) {
  return (
    <>
      <span dir="auto">
        {partsOf(body, mentions).map(({ text, isMention }, n) =>
          isMention ? (
            <span key={n} className={classes.mention}>
              <PersonName
                person={{ name: text, userId: mentions.find(({ name }) => text === `@${name}`)?.id }}
              />
            </span>
          ) : (
            text
          ),
        )}
      </span>
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {files.map((file) => (
            <li key={file.id}>
              <FileButton commentId={id} file={file} />
              {file.scan && <ScanFact scan={file.scan} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function FileButton({ commentId, file }: { commentId: EventComment['id']; file: CommentFile }) {
  const api = useApi()
  const tellFailure = useFailureToast()
  const save = () => {
    api(getCommentFile, { params: { id: commentId, fileId: file.id } })
      .then(async (download) => saveFile(file.name, await download.read()))
      .catch((error: unknown) => {
        tellFailure(`“${file.name}” could not be saved`, error)
      })
  }
  return (
    <button type="button" className={classes.file} disabled={file.scan?.state === 'infected'} onClick={save}>
      <IconPaperclip size={14} aria-hidden />
      <bdi>{file.name}</bdi>
      <span className={classes.size}>{sizeText(file.sizeBytes)}</span>
    </button>
  )
}
