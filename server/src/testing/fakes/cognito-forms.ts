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
