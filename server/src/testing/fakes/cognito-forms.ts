import type { IncomingMessage } from 'node:http'

/** The form of each administrative call: exactly its required fields. Source: the service model. */
export const forms: Record<string, { needs: string[]; may?: string[] }> = {
  AdminCreateUser: {
    needs: ['UserPoolId', 'Username'],
    may: ['UserAttributes', 'DesiredDeliveryMediums', 'MessageAction'],
  },
  AdminDeleteUser: { needs: ['UserPoolId', 'Username'] },
  AdminGetUser: { needs: ['UserPoolId', 'Username'] },
  AdminSetUserPassword: { needs: ['UserPoolId', 'Username', 'Password'], may: ['Permanent'] },
  AdminDisableUser: { needs: ['UserPoolId', 'Username'] },
  AdminEnableUser: { needs: ['UserPoolId', 'Username'] },
  AdminUserGlobalSignOut: { needs: ['UserPoolId', 'Username'] },
  AdminSetUserMFAPreference: {
    needs: ['UserPoolId', 'Username', 'SoftwareTokenMfaSettings'],
    may: ['SMSMfaSettings'],
  },
}

/** Headers that a client may set again; the others belong to the connection. */
export function signedHeadersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) =>
    /^(x-amz-|amz-sdk-|authorization$|content-type$)/.test(name),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}
