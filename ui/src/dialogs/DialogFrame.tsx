import { Modal } from '@mantine/core'
import { type DialogSize, dialogWidths } from './dialog-size.ts'
import { useEscape } from '#escape.tsx'
import { type Tab, TabBar } from '#frame/TabBar.tsx'
import { useFocusReturn } from '#use-focus-return.ts'
import type { FocusEvent, ReactNode } from 'react'
import classes from './DialogFrame.module.css'

interface DialogFrameProps {
  title: ReactNode
  /** Shown next to the title: the version and its author. */
  note?: ReactNode
  /** Tabs with their own addresses; `label` names what they belong to. */
  tabs?: { readonly label: string; readonly all: readonly Tab[]; readonly current: string } | undefined
  /** Shown next to the form, or below it on narrow screens, such as the matches of a rule. */
  side?: ReactNode
  footer?: ReactNode
  /** Whether a layer is open over the dialog, such as a question or an import, which gets the keys. */
  isCovered?: boolean
  /** Whether the form and what is next to it wait, such as for a save. */
  isLocked?: boolean
  /** Medium by default, and large with something at the side. */
  size?: DialogSize | undefined
  /** Whether a tab of a page has something at the side: then all tabs, the header and the footer use its whole width. */
  isFull?: boolean
  onClose: () => void
  children: ReactNode
}

/** Without a field that wants the focus, the title has it at first: else the corner button would. */
function takeFocus(title: HTMLHeadingElement | null): void {
  const wanted = title?.closest('[data-modal-content]')?.querySelector('[data-autofocus]')
  if (title && !wanted) title.dataset['autofocus'] = 'true'
}

/** What has the focus gets it again when a layer over the dialog closes, in place of what had it first. */
function keepPlace({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
  for (const one of currentTarget.querySelectorAll<HTMLElement>('[data-autofocus]'))
    delete one.dataset['autofocus']
  target.dataset['autofocus'] = 'true'
}

/** A dialog with an address, for one thing over its list. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, note, tabs, side, footer, isCovered = false, isLocked = false, onClose, children } = props
  const { size = side ? 'large' : 'medium', isFull = false } = props
  useEscape(true, onClose)
  const layer = useFocusReturn(true)
  return (
    <Modal.Root
      ref={layer}
      opened
      onClose={onClose}
      size={dialogWidths[size]}
      padding={0}
      closeOnClickOutside={false}
      trapFocus={!isCovered}
    >
      <Modal.Overlay />
      <Modal.Content
        data-size={size}
        data-full={isFull || undefined}
        onFocus={keepPlace}
        classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
      >
        {/* A layer over the dialog has a separate header; for screen readers, there is one header. */}
        <Modal.Header role="presentation" className={classes.header}>
          <Modal.Title className={classes.titles} tabIndex={-1} ref={takeFocus}>
            <span className={classes.title}>{title}</span>
            {note && <span className={classes.note}>{note}</span>}
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body className={classes.body}>
          {tabs && <TabBar label={tabs.label} tabs={tabs.all} current={tabs.current} />}
          <div className={classes.columns} inert={isLocked}>
            <div className={classes.main}>{children}</div>
            {side && <div className={classes.side}>{side}</div>}
          </div>
          {footer && <div className={classes.footer}>{footer}</div>}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
