// Reads cases from a file, one JSON object on each line, and prints whether each is allowed:
// DifferentialTest generates the cases and compares the answers with its own.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { runUnsafeSimulation } from '@cloud-copilot/iam-simulate'

const answers = []
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const { principal, action, resource, context, policies, boundary } = JSON.parse(line)
  try {
    const result = runUnsafeSimulation(
      {
        request: {
          principal,
          action,
          resource: { resource, accountId: resource.split(':')[4] },
          contextVariables: context
        },
        identityPolicies: policies.map((policy, i) => ({ name: `p${i}`, policy })),
        serviceControlPolicies: [],
        resourceControlPolicies: [],
        permissionBoundaryPolicies: boundary ? [{ name: 'boundary', policy: boundary }] : undefined
      },
      {}
    )
    answers.push(result === 'Allowed' ? 'allowed' : 'denied')
  } catch (error) {
    answers.push(`failed: ${error.message}`)
  }
}
console.log(answers.join('\n'))
