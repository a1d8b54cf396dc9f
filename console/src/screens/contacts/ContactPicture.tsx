import { Button, FileButton, Group, Text } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import { type Contact, contactLimits } from '@verbatim/contract/contacts.ts'
import { failures } from '@verbatim/contract/errors.ts'
import classes from './ContactFace.module.css'
import { ContactFace } from './ContactFace.tsx'
import { useSetAvatar } from './mutations.ts'

/** The picture of a contact, with buttons to replace it. It is saved at once, separately from the form. */
export function ContactPicture({ contact, canEdit }: { contact: Contact; canEdit: boolean }) {
  const { mutate, isPending, error, variables } = useSetAvatar(contact)
  const isTooLarge = variables !== undefined && variables.size > contactLimits.avatar
  return (
    <div className={classes.picture}>
      <ContactFace contact={contact} size="large" />
      {canEdit && (
        <div>
          <Group gap="xs">
            <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && mutate(file)}>
              {(props) => (
                <Button {...props} variant="default" size="compact-sm" loading={isPending}>
                  {contact.avatar ? 'Change picture' : 'Add picture'}
                </Button>
              )}
            </FileButton>
            {contact.avatar && (
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                disabled={isPending}
                onClick={() => mutate(undefined)}
              >
                Remove picture
              </Button>
            )}
          </Group>
          <Text size="xs" c={error ? 'red' : 'dimmed'} mt={4} role={error ? 'alert' : undefined}>
            {error
              ? isTooLarge
                ? failures['contact.bad-avatar'].message
                : asFailure(error).message
              : 'JPG, PNG or WebP, up to 5 MB.'}
          </Text>
        </div>
      )}
    </div>
  )
}
