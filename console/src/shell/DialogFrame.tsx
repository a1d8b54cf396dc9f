import '@verbatim/ui/mantine-later.css'
import { Modal } from '@mantine/core'
import { type Tab, TabBar } from '@verbatim/ui/TabBar.tsx'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent } from 'react'
import classes from './DialogFrame.module.css'

interface DialogFrameProps {
  title: ReactNode
  /** Beside the title: which version, by whom. */
  note?: ReactNode
  /** Tabs with addresses of their own; `label` says what they are of. */
  tabs?: { readonly label: string; readonly all: readonly Tab[]; readonly current: string } | undefined
  /** Beside what is written, or below it where there is no room: what it would find. */
  side?: ReactNode
  footer?: ReactNode
  /** Something lies over the dialog: a question, an import. Keys belong to that. */
  isCovered?: boolean
  /** Little is said: the dialog is no larger than that. */
  isBrief?: boolean
  onClose: () => void
  children: ReactNode
}

/** One thing over its list, as a dialog with an address. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, note, tabs, side, footer, isCovered = false, isBrief, onClose, children } = props
  useFocusReturn()
  useLostEscape(() => !isCovered && onClose())
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={1160}
      padding={0}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onKeyDown={(event) => isEscape(event) && onClose()}
      trapFocus={!isCovered}
    >
      <Modal.Overlay />
      <Modal.Content
        data-brief={isBrief || undefined}
        classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
      >
        {/* What lies over the dialog has a header of its own: to whoever hears the page, there is one. */}
        <Modal.Header role="presentation" className={classes.header}>
          <Modal.Title className={classes.titles}>
            <span className={classes.title}>{title}</span>
            {note && <span className={classes.note}>{note}</span>}
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body className={classes.body}>
          {tabs && <TabBar label={tabs.label} tabs={tabs.all} current={tabs.current} />}
          <div className={classes.columns}>
            <div className={classes.main}>{children}</div>
            {side && <div className={classes.side}>{side}</div>}
          </div>
          {footer && <div className={classes.footer}>{footer}</div>}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/**
 * Escape that belongs to the dialog: not to what lies over it, nor to an open list of choices. Heard here, and not by
 * the dialog itself, because a question that closing raises would hear the same key, and be closed by it.
 */
function isEscape({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (key !== 'Escape' || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return false
  return target.dataset['mantineStopPropagation'] !== 'true'
}

/** Escape while nothing has the focus: what had it has been disabled or is gone. */
function useLostEscape(onEscape: () => void): void {
  const press = useEffectEvent(({ key, target, defaultPrevented }: globalThis.KeyboardEvent) => {
    if (key === 'Escape' && target === document.body && !defaultPrevented) onEscape()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** What had the focus before, usually a row of the list, has it again. A dialog that begins open does not see to that. */
function useFocusReturn(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}
