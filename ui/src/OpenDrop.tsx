import { Popover } from '@mantine/core'
import { cloneElement, type RefObject } from 'react'
import type { DropProps } from './Drop.tsx'
import { useShows } from './use-drop.ts'

interface OpenDropProps extends DropProps {
  button: RefObject<HTMLElement | null>
}

/** A panel that opens once it is in the document, so that closing it leads the focus back to its button. */
export function OpenDrop(props: OpenDropProps) {
  const {
    opened,
    onClose,
    target,
    children,
    label,
    position = 'bottom-start',
    width,
    withoutRoles,
    button,
  } = props
  const shows = useShows(opened, button)
  return (
    <Popover
      opened={shows}
      onChange={onClose}
      position={position}
      {...(width && { width })}
      trapFocus
      returnFocus
      withRoles={!withoutRoles}
    >
      <Popover.Target>{cloneElement(target, { ref: button })}</Popover.Target>
      {/* While it fades it takes no focus: that belongs to the button. */}
      <Popover.Dropdown
        inert={!shows}
        {...(label && { 'aria-label': label, tabIndex: -1, 'data-autofocus': true })}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
