// Reads cases from a file, one JSON object on each line, and prints whether each is allowed:
// DifferentialTest generates the cases and compares the answers with its own. The package's own
// functions validate requests against the services of AWS, or ignore policies of sessions, so this
// calls what they call.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { loadPolicy } from './node_modules/@cloud-copilot/iam-policy/dist/esm/index.js'
import { DiscoveryContextKeyConstraints } from './node_modules/@cloud-copilot/iam-simulate/dist/esm/context_keys/discoveryContextKeyConstraints.js'
import { authorize } from './node_modules/@cloud-copilot/iam-simulate/dist/esm/core_engine/CoreSimulatorEngine.js'
import { AwsRequestImpl } from './node_modules/@cloud-copilot/iam-simulate/dist/esm/request/request.js'
import { RequestContextImpl } from './node_modules/@cloud-copilot/iam-simulate/dist/esm/requestContext.js'

const load = (name, policy) => (policy ? loadPolicy(policy, { name }) : undefined)
const answers = []
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const { principal, action, resource, context, policies, boundary, session, ofResource } = JSON.parse(line)
  try {
    const { result } = authorize({
      request: new AwsRequestImpl(
        principal,
        { resource, accountId: resource.split(':')[4] },
        action,
        new RequestContextImpl(context)
      ),
      identityPolicies: policies.map((policy, i) => load(`p${i}`, policy)),
      sessionPolicy: load('session', session),
      resourcePolicy: load('resource', ofResource),
      permissionBoundaries: boundary ? [load('boundary', boundary)] : undefined,
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      vpcEndpointPolicies: undefined,
      simulationParameters: {
        simulationMode: 'Strict',
        discoveryContextKeyConstraints: new DiscoveryContextKeyConstraints([])
      },
      serviceSettings: {}
    })
    answers.push(result === 'Allowed' ? 'allowed' : 'denied')
  } catch (error) {
    answers.push(`failed: ${error.message}`)
  }
}
console.log(answers.join('\n'))
