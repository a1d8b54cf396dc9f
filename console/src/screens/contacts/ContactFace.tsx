import { useQuery } from '@tanstack/react-query'
import type { Contact } from '@verbatim/contract/contacts.ts'
import { Face, type FaceProps, NamedFace } from '@verbatim/ui/Face.tsx'
import { useCallback } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { avatarQuery } from './queries.ts'

interface ContactFaceProps extends Pick<FaceProps, 'size'> {
  contact: Pick<Contact, 'id' | 'name' | 'avatar'>
}

/** The picture of a contact, or the initials of the name. The name itself is beside it. */
export function ContactFace({ contact, size }: ContactFaceProps) {
  return <Face name={contact.name} {...(size && { size })} picture={pictureOf(contact)} />
}

/** The same, and the name. */
export function NamedContact({ contact }: ContactFaceProps) {
  return <NamedFace name={contact.name} oneLine picture={pictureOf(contact)} />
}

function pictureOf({ id, avatar }: ContactFaceProps['contact']) {
  return avatar === undefined ? undefined : <Picture id={id} avatar={avatar} />
}

function Picture({ id, avatar }: { id: Contact['id']; avatar: string }) {
  const { data: bytes } = useQuery(avatarQuery(useApi(), id, avatar))
  const show = useCallback(
    (image: HTMLImageElement) => {
      if (!bytes) return undefined
      const url = URL.createObjectURL(bytes)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [bytes],
  )
  return bytes ? <img ref={show} alt="" /> : ''
}
