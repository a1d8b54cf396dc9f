import { Button, CloseButton, Group, Progress } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { IconPaperclip } from '@tabler/icons-react'
import { asFailure } from '@verbatim/client/failure.ts'
import type { CognitiveEvent } from '@verbatim/contract/cognitive-events.ts'
import { emptyComment } from '@verbatim/contract/event-comments.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import { sizeText } from '@verbatim/ui/dates.ts'
import { blurOnEscape } from '@verbatim/ui/escape.tsx'
import { FileDrop } from '@verbatim/ui/FileDrop.tsx'
import { useDraft, withoutSent } from '#shell/use-draft.ts'
import { useState } from 'react'
import classes from './CommentBox.module.css'
import { MentionField } from './MentionField.tsx'
import { type Mentioned, stillMentioned } from './mentions.ts'
import { useAddComment } from '#screens/cognitive-events/mutations.ts'
import { fileAccept, fileHint, type Upload, useCommentFiles } from './use-comment-files.ts'

const most = 10_000

/** The field for a comment. Its text is kept until it is sent, even if the page is closed. */
export function CommentBox({ event: about }: { event: CognitiveEvent }) {
  const [showsDrop, setShowsDrop] = useState(false)
  const { text, isEmpty, attached, error, isPending, change, mention, send } = useNewComment(about, () =>
    setShowsDrop(false),
  )
  const isAsked = useRouterState({ select: ({ location }) => location.hash === 'comment' })
  return (
    <form
      className={classes.box}
      data-screen-only
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MentionField
        eventId={about.id}
        id="comment"
        aria-label="Comment"
        placeholder="What did you find? Type @ to mention someone."
        minRows={2}
        maxRows={12}
        limit={most}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- C in the list leads here
        autoFocus={isAsked}
        value={text}
        error={isEmpty ? emptyComment : error ? asFailure(error).message : undefined}
        onText={change}
        onMention={mention}
        onSend={send}
        onKeyDown={blurOnEscape}
      />
      <Attached {...attached} />
      {showsDrop && (
        <FileDrop
          label="Drop evidence here, or choose files"
          hint={fileHint}
          accept={fileAccept}
          multiple
          onFiles={attached.add}
        />
      )}
      <Group justify="space-between" gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconPaperclip size={14} aria-hidden />}
          aria-expanded={showsDrop}
          onClick={() => setShowsDrop(!showsDrop)}
        >
          Attach files
        </Button>
        <SendButton isPending={isPending} isBusy={attached.isBusy} />
      </Group>
    </form>
  )
}

const toPeople = (lines: string): Mentioned[] =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ id: UserId.parse(line.slice(0, 36)), name: line.slice(37) }))

/** The comment being written, and the function that sends it. */
function useNewComment(event: CognitiveEvent, onSent: () => void) {
  const [text, keepText] = useDraft(`comment.${event.id}`)
  const [isEmpty, setEmpty] = useState(false)
  // One line each: ID, space, name. Kept with the text.
  const [lines, keepLines] = useDraft(`mentions.${event.id}`)
  const attached = useCommentFiles(event.id)
  const { mutate, isPending, error } = useAddComment(event, ({ comment, fileIds }) => {
    // What was written meanwhile is the next comment.
    if (keepText(withoutSent(comment)) === '') keepLines(undefined)
    attached.forget(fileIds)
    onSent()
  })
  return {
    text,
    isEmpty,
    attached,
    error,
    isPending,
    change: (next: string) => {
      keepText(next)
      setEmpty(false)
    },
    mention: ({ id, name }: Mentioned) => keepLines(`${lines}${id} ${name}\n`),
    send: () => {
      setEmpty(text.trim() === '')
      if (text.trim() === '' || text.trim().length > most || isPending || attached.isBusy) return
      mutate({
        comment: text,
        fileIds: attached.files.map(({ id }) => id),
        mentions: stillMentioned(text, toPeople(lines)).map(({ id }) => id),
      })
    },
  }
}

/** Disabled during uploads. */
function SendButton({ isPending, isBusy }: { isPending: boolean; isBusy: boolean }) {
  return (
    <Button
      type="submit"
      size="compact-sm"
      loading={isPending}
      disabled={isBusy}
      title={isBusy ? 'The files are still uploading.' : 'Ctrl Enter'}
    >
      Comment
    </Button>
  )
}

type AttachedProps = Pick<ReturnType<typeof useCommentFiles>, 'files' | 'uploads' | 'remove' | 'dismiss'>

function Attached({ files, uploads, remove, dismiss }: AttachedProps) {
  if (files.length + uploads.length === 0) return
  return (
    <ul className={classes.files} aria-label="Attached files">
      {files.map(({ id, name, sizeBytes }) => (
        <li key={id} className={classes.file}>
          <span className={classes.name}>
            <bdi>{name}</bdi> <span className={classes.size}>{sizeText(sizeBytes)}</span>
          </span>
          <CloseButton size="sm" aria-label={`Remove ${name}`} onClick={() => remove(id)} />
        </li>
      ))}
      {uploads.map((upload) => (
        <UploadLine key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
      ))}
    </ul>
  )
}

function UploadLine({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const { name, sizeBytes, share, problem } = upload
  return (
    <li className={classes.file}>
      <span className={classes.name}>
        <bdi>{name}</bdi> <span className={classes.size}>{sizeText(sizeBytes)}</span>
        {problem ? (
          <span className={classes.problem} role="alert">
            {problem}
          </span>
        ) : (
          <Progress size="xs" value={share * 100} aria-label={`Uploading ${name}`} />
        )}
      </span>
      {problem && <CloseButton size="sm" aria-label={`Dismiss ${name}`} onClick={onDismiss} />}
    </li>
  )
}
