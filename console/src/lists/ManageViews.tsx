import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SavedView, ViewedList } from '@verbatim/contract/saved-views.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { Dialog } from '@verbatim/ui/dialogs/Dialog.tsx'
import { useState } from 'react'
import { Loaded } from '#failures/Loaded.tsx'
import { openable } from '#failures/openable.ts'
import { useApi } from '#shell/use-app-context.ts'
import { useRemoveView, viewRemovalQuery } from './saved-views.ts'
import classes from './SavedViews.module.css'
import { SaveViewDialog } from './SaveViewDialog.tsx'

interface ManageViewsProps {
  opened: boolean
  list: ViewedList
  /** The list's name. */
  title: string
  views: readonly SavedView[]
  onClose: () => void
}

/** The views that the reader may change, with renaming, sharing and removing. */
export function ManageViews({ opened, list, title, views, onClose }: ManageViewsProps) {
  const [changing, setChanging] = useState<SavedView>()
  const [removing, setRemoving] = useState<SavedView>()
  const own = views.filter(({ canChange }) => canChange)
  return (
    <>
      <Dialog
        opened={opened && !changing && !removing}
        onClose={onClose}
        title={`Views of ${title}`}
        size="medium"
      >
        {own.length === 0 && <p className={classes.none}>No views to change.</p>}
        <ul className={classes.views}>
          {own.map((view) => (
            <li key={view.id} className={classes.view}>
              <span>
                <bdi className={classes.name}>{view.name}</bdi>
                <span className={classes.owner}>{ownerWords(view)}</span>
              </span>
              <span className={classes.acts}>
                <Button size="compact-sm" variant="default" onClick={() => setChanging(view)}>
                  Change<VisuallyHidden> {view.name}</VisuallyHidden>
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => setRemoving(view)}>
                  Remove<VisuallyHidden> {view.name}</VisuallyHidden>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
      {changing && (
        <SaveViewDialog
          opened
          list={list}
          view={changing}
          change={{}}
          onClose={() => setChanging(undefined)}
        />
      )}
      {removing && <RemoveView view={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function ownerWords({ isShared, owner }: SavedView): string {
  if (!isShared) return 'Only you see it'
  return owner ? `Shared by ${owner.name}` : 'Shared by a user who has left'
}

function RemoveView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { mutate, isPending } = useRemoveView()
  const effect = useQuery(viewRemovalQuery(useApi(), view))
  const remove = () => mutate(view, { onSettled: onClose })
  return (
    <ConfirmModal
      opened
      title="Remove this view?"
      confirmLabel="Remove view"
      destructive
      busy={isPending}
      isReady={openable(effect).data !== undefined}
      onConfirm={remove}
      onClose={onClose}
    >
      <Loaded of={effect} pending={40} inline>
        {({ readers }) => (
          <p>
            {readers > 0
              ? `You and ${counted(readers, 'other person', 'other people')} who can open this list lose `
              : 'You lose '}
            <b>
              <bdi>{view.name}</bdi>
            </b>
            . The rows it shows are not changed.
          </p>
        )}
      </Loaded>
    </ConfirmModal>
  )
}
