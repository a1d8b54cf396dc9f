import { Button, CopyButton, Switch, TextInput } from '@mantine/core'
import type { SingleSignOn } from '@verbatim/contract/single-sign-on.ts'
import { FormSection } from '#editor/FormSection.tsx'
import { PageForm } from '#editor/PageForm.tsx'
import { SaveBar } from '#editor/SaveBar.tsx'
import { usePageForm } from '#editor/use-page-form.ts'
import { useCan } from '#shell/use-app-context.ts'
import { ProviderFields } from './ProviderFields.tsx'
import { settingsForm } from './settings-form.ts'
import { SignInPreview } from './SignInPreview.tsx'
import classes from './SingleSignOn.module.css'

/** The form, saved as a whole. Someone else's change is shown and not overwritten. */
export function SingleSignOnForm({ latest }: { latest: SingleSignOn }) {
  const editing = usePageForm(settingsForm, latest, { canEdit: useCan('organization.manage') })
  const { values, canEdit, field, base } = editing
  return (
    <PageForm editing={editing} thing="single sign-on" guarded="form" className={classes.form}>
      <FormSection
        id="single-sign-on-offer"
        title="On the sign-in page"
        hint="One more way to sign in. Passwords keep working."
      >
        <Switch
          label="Offer single sign-on"
          description="Adds a button to the sign-in page."
          {...field('enabled', { type: 'checkbox' })}
        />
        <SignInPreview isOffered={values.enabled} provider={values.hasProvider ? values.name : undefined} />
      </FormSection>
      <FormSection
        id="single-sign-on-provider"
        title="Identity provider"
        hint="Your identity provider, where people sign in. When you replace or remove it, everyone who signed in there is signed out."
      >
        <Switch
          label="Use your own identity provider"
          description="An OpenID Connect provider, such as the one your people already use. Without it, the button opens a page that asks for the password."
          {...field('hasProvider', { type: 'checkbox' })}
        />
        {!values.hasProvider && <Steps />}
        <RedirectAddress address={base.redirectUri} />
        {values.hasProvider && <ProviderFields {...editing} />}
      </FormSection>
      {canEdit ? (
        <SaveBar {...editing} />
      ) : (
        <p className={classes.caption}>You can view these settings but not change them.</p>
      )}
    </PageForm>
  )
}

/** The way to an own provider, before its fields are there. */
function Steps() {
  return (
    <div className={classes.steps}>
      <h3>To connect your own provider</h3>
      <ol>
        <li>
          In your provider, register Verbatim as an OpenID Connect client with the redirect address below.
        </li>
        <li>Turn on “Use your own identity provider”, and enter its issuer, client ID and client secret.</li>
        <li>Enter the email domains of the people who can sign in through it.</li>
        <li>Save, and sign in once in a private window before you tell your people.</li>
      </ol>
    </div>
  )
}

function RedirectAddress({ address }: { address: string }) {
  return (
    <div className={classes.address}>
      <TextInput
        label="Redirect address"
        description="Register this exact address with your provider."
        readOnly
        value={address}
      />
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy address'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
