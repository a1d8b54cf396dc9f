import { Popover } from '@mantine/core'
import { cloneElement } from 'react'
import type { DropProps } from './Drop.tsx'
import { useStands } from './use-stands.ts'

/** A panel that opens once it is in the document, so that closing it leads the focus back to its button. */
export function OpenDrop(props: DropProps) {
  const { opened, onClose, target, children, label, position = 'bottom-start', width, withoutRoles } = props
  const stands = useStands()
  return (
    <Popover
      opened={opened && stands}
      onChange={onClose}
      position={position}
      {...(width && { width })}
      trapFocus
      returnFocus
      withRoles={!withoutRoles}
    >
      <Popover.Target>{cloneElement(target, { autoFocus: true })}</Popover.Target>
      <Popover.Dropdown {...(label && { 'aria-label': label, tabIndex: -1, 'data-autofocus': true })}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
