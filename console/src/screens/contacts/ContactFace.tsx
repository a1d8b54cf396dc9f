import { useQuery } from '@tanstack/react-query'
import type { Contact } from '@verbatim/contract/contacts.ts'
import { initialsOf } from '@verbatim/ui/initials.ts'
import { useCallback } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import classes from './ContactFace.module.css'
import { avatarQuery } from './queries.ts'

interface ContactFaceProps {
  contact: Pick<Contact, 'id' | 'name' | 'avatar'>
  large?: boolean
}

/** The picture of a contact, or the initials of the name. The name is next to it. */
export function ContactFace({ contact, large }: ContactFaceProps) {
  const { avatar, name } = contact
  const size = large ? classes.large : classes.small
  if (avatar) return <Picture contact={contact} name={avatar} className={`${classes.face} ${size}`} />
  return (
    <span className={`${classes.face} ${size}`} aria-hidden>
      {initialsOf(name)}
    </span>
  )
}

interface PictureProps {
  contact: ContactFaceProps['contact']
  name: string
  className: string
}

function Picture({ contact, name, className }: PictureProps) {
  const { data: bytes } = useQuery(avatarQuery(useApi(), contact.id, name))
  const show = useCallback(
    (image: HTMLImageElement) => {
      if (!bytes) return undefined
      const url = URL.createObjectURL(bytes)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [bytes],
  )
  return bytes ? <img ref={show} alt="" className={className} /> : <span className={className} aria-hidden />
}
