import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Page } from '@verbatim/contract/list.ts'
import type { SavedView, ViewedList, ViewQuestion } from '@verbatim/contract/saved-views.ts'
import type { RowLike } from '@verbatim/ui/table/DataTable.tsx'
import { useKeys } from '@verbatim/ui/list-keys.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { usePanel } from '@verbatim/ui/use-panel.ts'
import { lazy, Suspense, useState } from 'react'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'
import { useListAddress } from './list-address.ts'
import type { List } from './list.ts'
import { isSameQuestion, questionOf, savedViewsQuery, useSaveView } from './saved-views.ts'
import classes from './SavedViews.module.css'

const SaveViewDialog = lazy(() =>
  import('./SaveViewDialog.tsx').then(({ SaveViewDialog: Loaded }) => ({ default: Loaded })),
)
const ManageViews = lazy(() =>
  import('./ManageViews.tsx').then(({ ManageViews: Loaded }) => ({ default: Loaded })),
)

/** The saved views of a list: open, save, change and remove them. `V` opens the menu. */
export function SavedViews<Answer extends Page<RowLike>>({ list }: { list: List<Answer> }) {
  const { state, ask } = useListAddress(list.spec)
  const { opened: isOpen, button, open, props, fading } = usePanel()
  const { data: views, isError } = useQuery(savedViewsQuery(useApi(), list.saved))
  const [openedId, setOpenedId] = useState<string>()
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  /** The menu's dialogs are loaded while the user reads the menu for the first time. */
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  const update = useUpdate(list.saved)
  useKeys({ v: open })
  const question = questionOf(list.spec, state)
  const current = views?.find((view) => isSameQuestion(view.question, question))
  const opened = current ?? views?.find(({ id }) => id === openedId)
  const openView = (view: SavedView) => {
    setOpenedId(view.id)
    ask(view.question)
  }
  return (
    <>
      <Menu {...props} position="bottom-end" width={280}>
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            classNames={{ label: classes.button ?? '', section: classes.icon ?? '' }}
          >
            {current ? <bdi>{current.name}</bdi> : <span className={classes.word}>Views</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown {...fading} className={classes.dropdown}>
          <Choices
            list={list}
            {...{ views, current, opened, isError }}
            onOpen={openView}
            onUpdate={(view) => update(view, question)}
            onDialog={setDialog}
          />
        </Menu.Dropdown>
      </Menu>
      {wasOpen && (
        <Suspense>
          <SaveViewDialog
            opened={dialog === 'save'}
            list={list.saved}
            change={{ question }}
            onClose={() => setDialog(undefined)}
          />
          <ManageViews
            opened={dialog === 'manage'}
            list={list.saved}
            title={list.title}
            views={views ?? []}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Outside the menu, because it closes before the answer arrives. */
function useUpdate(list: ViewedList) {
  const { mutateAsync } = useSaveView(list)
  const toast = useToast()
  const tellFailure = useFailureToast()
  // Not with the callbacks of a call, which are dropped when the reader has left the list.
  return (view: SavedView, question: ViewQuestion) =>
    void mutateAsync({ view, change: { question } }).then(
      () => toast({ tone: 'done', title: `“${view.name}” was updated` }),
      (error: unknown) => tellFailure(`“${view.name}” was not updated`, error),
    )
}

interface ChoicesProps<Answer extends Page<RowLike>> {
  list: List<Answer>
  /** Undefined while they are loading. */
  views: readonly SavedView[] | undefined
  /** The view with the current question. */
  current: SavedView | undefined
  /** The view that was opened last; its question may have changed since. */
  opened: SavedView | undefined
  isError: boolean
  onOpen: (view: SavedView) => void
  /** Saves the current question under the name of a view. */
  onUpdate: (view: SavedView) => void
  onDialog: (dialog: 'save' | 'manage') => void
}

function Choices<Answer extends Page<RowLike>>(props: ChoicesProps<Answer>) {
  const { list, views = [], current, opened, onOpen, onUpdate, onDialog } = props
  const { state } = useListAddress(list.spec)
  const isOutdated = opened !== undefined && opened !== current && opened.canChange
  return (
    <>
      <Views label="My views" views={views.filter(isPrivate)} current={current} onOpen={onOpen} />
      <Views
        label="Shared views"
        views={views.filter((view) => !isPrivate(view))}
        current={current}
        onOpen={onOpen}
      />
      {props.views?.length === 0 && (
        <p className={classes.none}>No views yet. Filter the list, then save it as a view.</p>
      )}
      {props.isError && <p className={classes.none}>The views could not be loaded.</p>}
      <Menu.Divider />
      {isOutdated && (
        <Menu.Item disabled={state.broken !== undefined} onClick={() => onUpdate(opened)}>
          Update <bdi>“{opened.name}”</bdi>
        </Menu.Item>
      )}
      <Menu.Item
        disabled={current !== undefined || state.broken !== undefined}
        onClick={() => onDialog('save')}
      >
        Save as a view…
      </Menu.Item>
      {views.some(({ canChange }) => canChange) && (
        <Menu.Item onClick={() => onDialog('manage')}>Manage views…</Menu.Item>
      )}
    </>
  )
}

const isPrivate = ({ isShared }: SavedView) => !isShared

interface ViewsProps {
  label: string
  views: readonly SavedView[]
  current: SavedView | undefined
  onOpen: (view: SavedView) => void
}

function Views({ label, views, current, onOpen }: ViewsProps) {
  if (views.length === 0) return
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          aria-current={view === current || undefined}
          rightSection={view === current && <IconCheck size={16} aria-hidden />}
          onClick={() => onOpen(view)}
        >
          <bdi className={classes.name}>{view.name}</bdi>
        </Menu.Item>
      ))}
    </>
  )
}
