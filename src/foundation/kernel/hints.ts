/**
 * Every fault the program raises on purpose, and what the reader can do about it.
 * One table, so that the hints are reviewed as prose. Keys are `folder/what`, grouped by folder.
 */
export const hints = {
  // kernel
  'kernel/not-canonical':
    'Only null, booleans, finite numbers, strings, bytes, arrays and plain objects can be hashed.',
  'kernel/bad-range':
    'Check the bounds: the lower must not exceed the upper, a count is a whole number, and a probability lies between 0 and 1.',
  'kernel/bad-sample': 'Statistics need enough finite observations, and one partner for each where they compare pairs.',

  'kernel/bad-csv': 'Close the quote, or double it where it belongs to the text.',

  // world
  'world/no-package': 'Install the package that is named, beside Pawl.',

  // contracts
  'contracts/invalid': 'Compare the value with the JSON Schema of its kind.',

  // wasm
  'wasm/no-export': 'Export it from the module builder under the name that is asked for.',

  // circuit
  'circuit/width-mismatch': 'Pad the shorter word with `builder.constant(false)`.',
  'circuit/interface-mismatch': 'The circuits must agree in the number and order of inputs and outputs.',
  'circuit/bad-data': 'Gates are pairs of edges of earlier nodes: smaller first for AND, larger first for XOR.',
  'circuit/late-input': 'Add every input before the first gate.',
  'circuit/bad-edge': 'Use only edges that this builder or this circuit handed out.',
  'circuit/bad-input': 'Inputs are counted from 0.',
  'circuit/too-large': 'Split the circuit, or remove dead gates with `cleanup` first.',
  'circuit/too-many-inputs': 'Truth tables and polynomials are for few inputs; take a cone, a BDD or a CNF instead.',
  'circuit/table-syntax': 'Each line is the values of one function as 0 and 1, f(2^n - 1) first; 2, 4, 8, … of them.',
  'circuit/unknown-format':
    'Files end in .aag, .aig or .tt to be read, and in .aag, .aig, .cnf, .anf, .tt or .dot to be written.',
  'circuit/wrong-planes': 'Give every input the same number of words, one input after the other.',
  'circuit/not-encoded': 'Name the edge among the roots when the CNF is made.',
  'circuit/bad-name': 'Names in AIGER files are one line each.',
  'circuit/aiger-syntax': 'Compare the file with the AIGER 1.9 format report at this place.',
  'circuit/aiger-header':
    'The header is `aag M I L O A` or `aig M I L O A`, with M >= I + L + A, and its counts must fit the file.',
  'circuit/aiger-literal':
    'Literals run from 0 to 2 * M + 1, and each variable is defined once: as input, latch or gate.',
  'circuit/aiger-truncated': 'The file is cut off; fetch or write it again.',
  'circuit/bad-layout': 'Give every input and output of the circuit one plane, and no two outputs the same.',
  'circuit/bad-shape': 'Ask for at least two inputs and no more outputs than gates.',

  // sat
  'sat/bad-literal': 'Literals are ±1 … ±variables; raise the number of variables or correct the literal.',
  'sat/open-clause': 'Close every clause with a 0.',
  'sat/bad-header': 'Begin with one line `p cnf VARIABLES CLAUSES`, both whole numbers.',
  'sat/bad-clause': 'Clauses are whole numbers separated by blanks, each clause closed by 0.',
  'sat/literal-range': 'Raise the number of variables in the header or correct the literal.',
  'sat/clause-count': 'Correct the number of clauses in the header, or look for a cut or doubled part of the file.',
  'sat/late-clause': 'Add all clauses before the first solve, or make the solver without a proof.',
  'sat/too-large': 'Set a limit on conflicts, or split the formula: 4 GiB are all that one search can use.',
  'sat/bad-shape': 'Clauses cannot have more literals than there are variables, and a core of k needs 2^k clauses.',

  // verify
  'verify/bad-program':
    'Reads name existing planes, writes name distinct state planes, and each circuit has as many inputs and outputs as it is given.',
  'verify/bad-statement': 'Give every circuit of the statement as many planes as it has inputs.',
  'verify/bad-predicate': 'A predicate is a circuit with one input per state plane and one output.',
  'verify/latches-differ':
    'Machines are compared latch by latch, in the order of the files, with the same first values.',
  'verify/tables-differ': 'The claim is false: compare the two functions with `pawl circuit equiv` to see where.',
  'verify/bad-specification': 'Give at least one row or table, all with the same number of inputs and outputs.',
  'verify/shapes-differ': 'Equivalence compares circuits with the same number of inputs and outputs.',

  // tasks
  'tasks/unknown-template': 'Run `pawl tasks list` to see every template.',
  'tasks/bad-param': 'Run `pawl tasks list TEMPLATE` to see the parameters, their ranges and their levels.',
  'tasks/bad-level': 'Levels count from 1; `pawl tasks list` shows how many each template has.',
  'tasks/bad-seed': 'A seed is 1 to 64 letters, digits, dots, underscores or hyphens.',
  'tasks/bad-index': 'Indices count from 0 within a split; a split holds 1,000,000,000.',
  'tasks/bad-seed-path': 'A seed path is TEMPLATE/SETTING/SEED/INDEX, such as PARITY/1/7/0 or GRID_NAV/2,size=7/7/12.',
  'tasks/bad-reference':
    'Write NAME, NAME@LEVEL or NAME@LEVEL(param=value,…), such as GRID_NAV@3 or GRID_NAV@1(size=4,obstacles=0).',
  'tasks/bad-reply':
    'Each line is a JSON object with `id` or `seedPath`, and `reply` (text) or `replies` (one text per step).',
  'tasks/bad-face': 'Ask for another face; `text` and `bits` always work.',
  'tasks/bad-batch': 'Send one action per lane of the batch; lanes count from 0.',
  'tasks/bad-composition': 'The operator needs something the template does not offer; the message says what.',

  // bem
  'bem/bad-knob': 'See the table of machine knobs for names, ranges and steps; a preset is a good start.',
  'bem/bad-key': 'The routing key is made of distinct input and state planes, no more than a code has bits.',
  'bem/no-plane': 'Bits of a region count from 0; enlarge the region with its knob if it is too small.',
  'bem/bad-expert': 'The message names the expert and the field; correct that field. The machine is unchanged.',
  'bem/twice': 'Expert ids are distinct; replace the expert, or give the newcomer another id.',
  'bem/full': 'Retire an expert first, or raise the knob `experts`.',
  'bem/unknown-expert': 'Only experts that the machine holds can be changed or asked about.',
  'bem/memory': 'Raise `memoryMiB`, or lower lanes, experts, gates or planes.',
  'bem/bad-weight': 'A weight is a finite number, and its key has as many words as a code.',
  'bem/bad-graph':
    'The message names the node and the field; edges lead to nodes of higher numbers. The machine is unchanged.',
  'bem/in-graph': 'Give the machine a graph that does not name the expert, then remove it.',
  'bem/contract-broken': 'The expert writes this where its `pre` holds; correct its body, `pre` or `post`.',
  'bem/contract-open': 'Raise `satConflicts`, or add the expert without proof.',
  'bem/other-config': 'Restore the snapshot into a machine of its own configuration: `restoreMachine` makes one.',
  'bem/rows-full': 'Every row of the policy has learned weights; raise `policyRows`.',
  'bem/bad-lanes': 'Lanes count from 0; a mask or plane has one 32-bit word per 32 lanes.',
  'bem/other-version': 'The snapshot was made by another version of Pawl; restore it with that version.',
  'lm/other-counters': 'Make the predictor with the sizes and settings that the snapshot names.',
  'bem/bad-snapshot': 'The snapshot was changed after it was made, or is not one; take it from the store again.',
  'bem/route-code': 'A code has ⌈bits / 32⌉ words, least significant first, with zeros past its last bit.',
  'bem/route-id': 'Ids are distinct whole numbers below 2^32; remove an entry before inserting it anew.',
  'bem/route-query': 'Ask for 1 to 1024 candidates, a radius of 0 or more, and no more than 1024 expansions.',
  'bem/route-full': 'Raise the knob maxBytes, use more shards, or remove entries; the index is as it was before.',
  'bem/route-knob': 'See the table routeKnobs for names and ranges.',
  'bem/bad-macro': 'The table of the macro lists its knobs and their ranges.',
  'bem/unsafe':
    'The machine can leave the invariant: correct the expert, or state a stronger invariant that its steps keep.',
  'bem/bad-invariant':
    'An invariant is over state, shared and output planes; the environment is free to set any input.',

  // skill
  'skill/no-document': 'A skill is a folder with a SKILL.md, or that file alone.',
  'skill/bad-path': 'Paths in a skill are relative, use /, and do not leave it.',
  'skill/open-region': 'Close the region with its END comment, or remove the START comment.',
  'skill/bad-setting': 'The message names the setting and what it may be.',

  // dispatch
  'dispatch/no-config': 'Start the workers with --config FILE, the file that the run was started with.',
  'dispatch/other-world':
    'Start workers of the same version, with the same --config where the run has an environment of its own.',
  'dispatch/no-key':
    'Set PAWL_QUEUE_KEY to the same long random text here and on every worker: `openssl rand -hex 32`.',
  'dispatch/not-sealed':
    'Coordinator and workers must have the same PAWL_QUEUE_KEY; otherwise somebody else writes to the queue.',
  'dispatch/bad-queue':
    'Name a server: redis://host:6379, rediss://user:password@host:6380 or postgres://user:password@host/database.',
  'dispatch/refused': 'Start workers of the same version, with the same PAWL_QUEUE_KEY, that run this kind of job.',
  'dispatch/no-blob': 'The coordinator puts blobs beside the queue for a day; start the run again.',
  'dispatch/closed': 'Close the dispatcher after the last job has ended.',
  'dispatch/unknown-kind': 'Start the worker with this kind of job, or with the version of Pawl that has it.',
  'dispatch/bad-data':
    'Coordinator and worker must run the same version of Pawl; in one process, compare the data with the schemas of the kind.',

  // judge
  'judge/bad-score': "Map the judge's scale to [0, 1] before its scores are used; a missing verdict is left out.",
  'judge/bad-comparison': 'A comparison names two different answers of the same question by their index.',
  'judge/bad-weights': 'Give one weight of at least 0 per metric, and not only zeros.',

  // gate
  'gate/bad-settings':
    'Give distinct task ids, an alpha between 0 and 1, and whole numbers from 1 for tries and repeats.',
  'gate/bad-score': 'Scores lie between 0 and 1; a rollout without a score is null.',
  'gate/other-block': 'Report exactly the pairs that `next` asked for, once each.',
  'gate/no-scores': 'Score at least one task of the split; if every rollout failed, see the outages.',
  'gate/bad-snapshot': 'Restore a gate from what its own `snapshot` gave, with the settings it was made with.',

  // schedule
  'schedule/bad-knob': 'See the knobs table of the schedule folder for names and ranges.',
  'schedule/bad-observation': 'Scores, rewards and costs must be finite and inside the range the message names.',
  'schedule/twice': 'Names of domains and templates must be distinct; give the newcomer another.',
  'schedule/unknown': 'Only what was registered when the scheduler was created can be scheduled or observed.',

  // loops
  'loops/too-many-actions':
    'A table learner needs few actions; choose a template whose action has at most 8 bits, such as GRID_NAV.',

  'loops/unreadable-replies':
    'Name a stronger model with --optimizer, or look whether a proxy answers in its place; then begin a new run.',
  'loops/budget-spent': 'Raise the limit that the message names; the best skill so far is kept.',
  'loops/budget-too-small':
    'Raise the limit, test on fewer tasks (testTasks), or reserve less per rollout (promptCeiling, maxTokens).',
  'loops/prompt-too-long':
    'Raise promptCeiling (then each call reserves more of the limit) or shorten skill, task or reply; --resume goes on from here.',
  'loops/no-price':
    'Give the price of the model in the configuration (dollars per million tokens), or drop the limit in dollars.',
  'loops/no-ceiling':
    'Give the world a ceiling: the most calls and tokens that one rollout can use. Without it a limit could be passed.',
  'loops/untrusted-judge':
    'Make the rubric more definite, name a stronger judge, or label a few replies; `pawl tasks judge` measures it. judgePasses: 0 trusts it unseen.',
  'loops/low-coverage':
    'The world fails, not the skill: look at the last outage, lower the concurrency, or wait and take the run up with --resume.',
  'loops/bad-setting': 'See `pawl train --help` and the table of settings for names and ranges.',
  'loops/no-tasks': 'Give at least one training and one validation task; `pawl init skill` writes a sample.',
  'loops/shared-task': 'A task may be in one split only; give the copies ids of their own or remove them.',

  // store
  'store/missing': 'Nothing was recorded in this workspace yet; check --workspace, or start a run first.',
  'store/foreign':
    'The file or schema belongs to another program; move it away, or choose another --workspace or `?schema=NAME` of --store.',
  'store/bad-address':
    'A store in PostgreSQL is named postgres://user@host:5432/database, with ?schema=NAME (lower case) for another schema than pawl.',
  'store/unreachable':
    'Start the server, or check host, port and TLS (?sslmode=…) of the address; `pg_isready -h HOST` asks whether it is there.',
  'store/refused':
    'Check user and password: PGPASSWORD, a line of ~/.pgpass, or the address. pg_hba.conf of the server says who may come in.',
  'store/no-database': 'Create the database first, such as `createdb -h HOST -U USER NAME`, or correct the address.',
  'store/not-permitted':
    'To write: GRANT CREATE ON DATABASE, or a schema of which this user is the owner. To read: GRANT USAGE ON SCHEMA, and SELECT ON ALL TABLES IN SCHEMA.',
  'store/lost-connection':
    'All that was acknowledged is safe, and nothing is there twice. Once the server answers again, go on with --resume.',
  'store/went-back':
    'The server was restored or replaced by a copy that lags behind. What is left is whole: go on with --resume.',
  'store/newer-schema': 'A newer version of Pawl wrote this store; update Pawl, or use another workspace.',
  'store/older-schema':
    'Open the workspace once for writing (start or resume any run); that brings the store up to date.',
  'store/corrupt':
    'Nothing was changed. Restore pawl.db from a backup, or move it (with its -wal and -shm files) away and start afresh.',
  'store/disk-full': 'Nothing of the last write was kept, all before it is safe. Free some space, then resume the run.',
  'store/busy': 'Another process holds the store for long; wait for it to finish, then try again.',
  'store/unwritable': 'Check that the folder exists, that you may write to it, and that it is on a local disk.',
  'store/broken': 'See the cause. What was acknowledged before is safe; resume the run once the cause is gone.',
  'store/bad-key':
    'Keys are Ed25519 in PEM: `openssl genpkey -algorithm ed25519` makes a private one, `openssl pkey -pubout` its public one.',
  'store/not-sound': 'See `pawl audit RUN`; what does not hold is not signed.',
  'store/backup-exists': 'Name another file: a backup is never written over.',
  'store/closed': 'The run or its store was closed; open the store again and resume the run.',
  'store/bad-run':
    'A loop name is lower-case words joined by hyphens, a seed is a whole number, a configuration is JSON.',
  'store/bad-event': 'An event type is noun-verb in lower case, such as episode-ended, and its data is JSON.',
  'store/emit-in-step': 'A replay does not run the work of a step, so return what happened and emit it after the step.',
  'store/quota-reached':
    'Delete or archive runs (`pawl runs prune --keep 20 --dry-run` shows what would go), or raise `quota`.',
  'store/no-runs': 'Start one, such as `pawl evolve`, or check --workspace.',
  'store/unknown-run': '`pawl runs list` shows the runs of this workspace.',
  'store/run-locked': 'Another process is writing this run; wait for it or stop it, then resume.',
  'store/lock-lost': 'Another process took this run over while this one stood still; let that one finish.',
  'store/replay-diverged':
    'The loop is not deterministic, or its code, configuration or seed changed since the run began; start a new run.',
  'store/missing-blob': 'Store the bytes with putBlob before the certificate that names them.',

  // config
  'config/not-found': 'Check the path after --config.',
  'config/ambiguous': 'Keep one of them, or name one with --config.',
  'config/unreadable': 'The file must be valid JSON or YAML, or TypeScript with `export default { … }`.',
  'config/unknown-key': 'Compare with the flags that `pawl COMMAND --help` lists.',
  'config/invalid': 'Compare with the flags that `pawl COMMAND --help` lists.',

  // models
  'models/unknown-world': 'Take one of the names in the message, or give your own world as data.',
  'models/outage': 'The service behind the model failed, not the model; wait a little and resume the run.',
  'models/refused-request':
    'The service refuses this request: check the key, the name of the model and its settings. With another key or baseUrl --resume goes on; another model or setting begins a new run.',
  'models/not-a-model': 'Give a model of the AI SDK (version 5, 6 or 7), or name one as provider:model.',
  'models/unknown-provider': 'Write provider:model, such as openai:gpt-5-mini.',
  'models/not-asked': 'A dry run spends nothing; leave --dry-run out to train.',
  'models/no-key': 'Set the variable in the environment, or name another one with keyVariable.',
  'models/no-batch':
    'Batches go to openai:, anthropic: and compatible servers that have the Batch API; leave --batch out for others.',
  'models/redirected': 'Name the address that it leads to as the address itself, if you trust it.',
  'models/no-address': 'Set baseUrl in the settings of the model.',
  'models/no-gguf':
    'Install node-llama-cpp beside your config (npm install node-llama-cpp), or serve the file and name it as llamacpp:NAME.',
  'models/no-identity': 'Sign in with `az login`, or run where a managed identity is assigned.',
  'models/not-recorded': 'Run once with `record: FILE` and a real model; the recording then answers this request.',
  'models/bad-recording': 'A recording has one JSON object per line, as `record: FILE` writes it.',
  'models/unknown-format':
    'Take one of the formats in the message; `pawl selfplay export --help` says who reads which.',
  'models/bad-training-file': 'Write the file again: it is cut off, or of another format than it is read as.',
  'models/training-failed':
    'The trainer did not leave a whole checkpoint; nothing was switched. Read its output in the details, then resume.',
  'models/serving-failed':
    'The server did not take the checkpoint, or does not answer under its name; the old one still serves.',
  'models/judge-failed':
    'Start the command of the judge by hand: each line it is given is answered by one line of JSON with as many judgements.',
  'models/no-command': 'Give `command` a list of words, such as ["my-agent", "{prompt}"].',
  'models/no-agent':
    'Install the agent, or name its program with `program`; each run has a folder of its own, so give whole paths.',

  // worlds
  'train/bad-tasks': 'Name a file (.jsonl, .json, .csv), a folder with train, val and test, or teach:TEMPLATE@LEVEL.',

  // learn
  'learn/bad-table': 'A table is CSV with a header, or one JSON object a line; docs/guide/learn.md shows one.',
  'learn/cannot-export': 'The ts format takes every rule.',

  // lm
  'lm/bad-shape': 'Widths are multiples of 8 × heads, vocabulary and hidden width multiples of 4, all at least 1.',
  'lm/bad-sequence':
    'Cut the text to the context of the model, use its own tokenizer, and leave at least one token to predict.',
  'lm/bad-option': 'See the range of the option in the message.',
  'lm/diverged': 'Lower the learning rate, or begin again from an earlier checkpoint.',
  'lm/too-large': 'Use a smaller model, batch or context: one WebAssembly memory holds at most 4 GiB.',
  'lm/bad-checkpoint': 'The file is not a checkpoint of this kind or is cut off; write it again from the model.',

  // score
  'score/no-answer':
    'Give the task what its scorer compares with: answer, answers, rules, schema, tests, rubric or reference.',
  'score/unreadable-answer':
    'Correct the answer in the task file, or choose another scorer: numeric wants a number, exact the same characters, f1 takes long texts.',
  'score/cannot-run':
    'The sandbox has the system, the files beside the config that the command names, reply.txt and task.json, and nothing else: name the script by a path relative to the config file.',
  'score/bad-rule': 'A rule is one of matches, avoids, contains, lacks, minWords, maxWords; a schema is JSON Schema.',
  'score/missing-port': 'Name a judge model for rubrics; commands and code need a sandbox, see `pawl doctor`.',

  // sandbox
  'sandbox/missing': 'Install bubblewrap (`apt-get install bubblewrap`); nothing is ever run without it.',
  'sandbox/failed': 'The sandbox itself failed, not what ran in it; see the cause.',
  'dispatch/thread-failed': 'A worker thread ended; see the cause. With --threads 1 no other thread is used.',
  'sandbox/bad-file': 'Files of a job have relative paths without `..`.',

  // bench
  'cli/needs-checkout': 'Clone the project and run `npx pawl bench` there.',
  'bench/failed': 'Run that benchmark alone to see what it says: `pawl bench NAME`.',
  'bench/budget': 'The rollouts of this run are used up: submit the best skill so far.',
  'bench/parts': 'Put together parts of one commit, seed and size only, each part of a group once.',
  'bench/protocol': 'Compare the request with docs/referee.md.',
  'bench/competitor': 'Run the command by hand to see what it says; it must call the referee until nothing is left.',

  // server
  'server/not-found': 'Look at the list that the page or the API gives.',
  'server/too-large': 'Send less: what the API takes is a few words.',
  'server/too-many': 'Close pages that follow a run, and try again.',
  'server/no-token':
    'Give --token or --token-file: whoever reaches this address could otherwise read every run and stop it.',
  'server/port-taken': 'Give another --port, or end what listens there.',
  'server/not-running': 'Only a run whose process lives on this machine can be stopped.',
  'server/not-sent': 'Check the address; an OTLP collector listens for HTTP at port 4318 under /v1/traces.',
  'server/no-pages': 'Run `npm run build:web` in the checkout: the pages are not built yet.',

  // cli
  'cli/no-model':
    'Name one with --model or as train.target: openai:NAME, anthropic:NAME, ollama:NAME, compatible:NAME with baseUrl; or simulated to try it without.',
  'cli/not-simulated':
    'The simulated model knows only the sample that `pawl init skill` writes; choose a real one with --model provider:model.',
  'cli/no-optimizer': 'Name it as `optimizer: provider:model` in the config file, or with --model.',
  'cli/skillopt-key': 'Take the key out of the file, or use what the message names in its place.',
  'tasks/name-taken': 'Names of templates are unique: rename yours.',
  'cli/bad-template': 'Mend it at the place that is named; docs/guide/own-template.md says what a template needs.',
  'cli/no-machine': 'Let the run end first: `pawl evolve --resume RUN`.',
  'cli/interrupted': 'Take the run up again with --resume; nothing that was paid for is asked again.',
  'cli/usage': 'Run the command with --help to see its arguments, flags and examples.',
  'cli/cannot-read': 'Check that the file exists and may be read; `-` reads standard input.',
  'cli/too-large': 'Unpack it yourself and name the unpacked file, if you trust it.',
  'cli/cannot-write': 'Check that the folder exists, may be written and has free space.',
  'cli/key-in-skill':
    'Take the key out of the skill and make a new one: an agent has seen it. Then adopt with --force, or train again.',
} as const;

/** The stable name of a fault. */
export type FaultCode = keyof typeof hints;
