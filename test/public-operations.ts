/** The 68 public operations of the API, written down from its reference and not from the code. */
const ROUTES = `
GET    /v1/api-key

POST   /v1/contacts/create
PUT    /v1/contacts/update
GET    /v1/contacts/find
POST   /v1/contacts/delete
GET    /v1/contacts/suppression
DELETE /v1/contacts/suppression
POST   /v1/contacts/properties
GET    /v1/contacts/properties
GET    /v1/lists

POST   /v1/events/send
GET    /v1/event-patterns
GET    /v1/event-patterns/{}
GET    /v1/event-patterns/by-name/{}

POST   /v1/transactional
GET    /v1/transactional
GET    /v1/transactional-emails
POST   /v1/transactional-emails
GET    /v1/transactional-emails/{}
POST   /v1/transactional-emails/{}
POST   /v1/transactional-emails/{}/draft
POST   /v1/transactional-emails/{}/publish
GET    /v1/transactional-emails/{}/metrics
GET    /v1/transactional-groups
POST   /v1/transactional-groups
GET    /v1/transactional-groups/{}
POST   /v1/transactional-groups/{}

GET    /v1/campaigns
POST   /v1/campaigns
GET    /v1/campaigns/{}
POST   /v1/campaigns/{}
GET    /v1/campaigns/{}/metrics
GET    /v1/campaign-groups
POST   /v1/campaign-groups
GET    /v1/campaign-groups/{}
POST   /v1/campaign-groups/{}

GET    /v1/email-messages/{}
POST   /v1/email-messages/{}
POST   /v1/email-messages/{}/preview
GET    /v1/email-messages/{}/guardian

GET    /v1/components
POST   /v1/components
GET    /v1/components/{}
POST   /v1/components/{}
GET    /v1/themes
POST   /v1/themes
GET    /v1/themes/{}
POST   /v1/themes/{}
POST   /v1/uploads
POST   /v1/uploads/{}/complete

GET    /v1/audience-segments
POST   /v1/audience-segments
GET    /v1/audience-segments/{}

GET    /v1/workflows
POST   /v1/workflows
GET    /v1/workflows/{}
POST   /v1/workflows/{}
DELETE /v1/workflows/{}
POST   /v1/workflows/{}/mailing-list
GET    /v1/workflows/{}/nodes/{}
GET    /v1/workflows/{}/nodes/{}/metrics
POST   /v1/workflows/{}/nodes
POST   /v1/workflows/{}/nodes/{}
POST   /v1/workflows/{}/nodes/{}/add-branch
POST   /v1/workflows/{}/nodes/{}/reroute
DELETE /v1/workflows/{}/nodes/{}
DELETE /v1/workflows/{}/nodes/{}/recursive

GET    /v1/dedicated-sending-ips
`;

/** `GET /v1/themes/{}`: the names of the placeholders are our own. */
export const PUBLIC_ROUTES: readonly string[] = ROUTES.trim()
  .split(/\n+/)
  .map((line) => line.replace(/ +/, ' '));
