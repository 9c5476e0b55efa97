-- Checks in Neovim, without a window. Ends Neovim with exit code 1 if something differs.
local folder = vim.env.TALLY_FOLDER
local failures, checks = 0, 0

local function check(is_right, message)
  checks = checks + 1
  if is_right then return end
  failures = failures + 1
  io.stderr:write('! ' .. message .. '\n')
end

local function same(found, expected, message)
  check(vim.deep_equal(found, expected), message .. ': ' .. vim.inspect(found) .. ' instead of ' .. vim.inspect(expected))
end

local function wait(condition, message)
  local is_there = vim.wait(15000, condition, 20)
  check(is_there, message .. ' never came')
  return is_there
end

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end

local function write(name, text)
  local file = assert(io.open(folder .. '/' .. name, 'w'))
  file:write(text)
  file:close()
  vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/' .. name))
end

local function findings() return vim.diagnostic.get(0) end

local function codes()
  local list = {}
  for _, each in ipairs(findings()) do
    local code = each.code or (each.user_data and each.user_data.lsp and each.user_data.lsp.code)
    table.insert(list, { each.lnum, each.col, code })
  end
  table.sort(list, function(a, b) return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]) end)
  return list
end

local function request(method, params)
  local answers, problem = vim.lsp.buf_request_sync(0, method, params, 10000)
  if not answers then return nil, problem end
  for _, answer in pairs(answers) do
    if answer.result ~= nil or answer.error ~= nil or answer.err ~= nil then return answer.result, answer.error or answer.err end
  end
end

local function encoding()
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
  for _, client in pairs(clients) do return client.offset_encoding, client end
end

local function here(line, column, more)
  vim.api.nvim_win_set_cursor(0, { line + 1, column })
  return vim.tbl_extend('force', vim.lsp.util.make_position_params(0, (encoding())), more or {})
end

-- A file with mistakes. The emoji before the second one has four bytes and two units of UTF-16.
local text = table.concat({
  'let walked = sum steps by day last 7 days',
  'sum stepz by day last 7 days',
  'sum steps where source is "iPhone 😀ü" by dayz',
  'SUM   steps   BY week last 4 weeks',
  'walked | top 3',
  'sum heartRate by day',
  '',
}, '\n')
write('mistakes.tally', text)
same(vim.bo.filetype, 'tally', 'file type')
check(vim.bo.commentstring == '# %s', 'comment: ' .. vim.bo.commentstring)
wait(function() return #findings() >= 3 end, 'findings')
vim.wait(500)
local expected = {}
for _, each in ipairs(codes()) do if each[3]:sub(1, 1) == 'E' then table.insert(expected, each) end end
-- Columns of Neovim are bytes.
local third = lines()[3]
same(#expected, 3, 'errors')
same({ expected[1] and expected[1][1], expected[1] and expected[1][2], expected[1] and expected[1][3] }, { 1, 4, 'E101' }, 'first error')
same({ expected[2] and expected[2][1], expected[2] and expected[2][2] }, { 2, third:find('dayz') - 1 }, 'the error after the emoji')
same({ expected[3] and expected[3][1], expected[3] and expected[3][3] }, { 5, 'E120' }, 'third error')

-- Hover.
local hover = request('textDocument/hover', here(4, 2))
check(hover and hover.contents.value:find('let walked = sum steps by day last 7 days', 1, true), 'hover on a name: ' .. vim.inspect(hover))
hover = request('textDocument/hover', here(0, 14))
check(hover and hover.contents.value:find('sum METRIC', 1, true) or hover and hover.contents.value:find('adds up', 1, true), 'hover on a word: ' .. vim.inspect(hover))

-- Completion. The run of the screen presses Ctrl-X Ctrl-O.
check(vim.bo.omnifunc ~= '' , 'no completion for Ctrl-X Ctrl-O')
vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'sum steps by we' })
vim.wait(300)
local found = request('textDocument/completion', here(#lines() - 1, 15))
local items = found and (found.items or found) or {}
local labels = {}
for _, item in ipairs(items) do labels[item.label] = true end
check(labels.week and labels.weekday, 'completion: ' .. vim.inspect(labels))
vim.api.nvim_buf_set_lines(0, -2, -1, false, {})

-- Rename.
vim.api.nvim_win_set_cursor(0, { 5, 2 })
vim.lsp.buf.rename('far')
wait(function() return lines()[5] == 'far | top 3' and lines()[1]:sub(1, 8) == 'let far ' end, 'the new name')

-- Definition and references.
local place = request('textDocument/definition', here(4, 1))
local range = place and (place.range or (place[1] and (place[1].range or place[1].targetSelectionRange)))
same(range and range.start, { line = 0, character = 4 }, 'definition')
local places = request('textDocument/references', here(4, 1, { context = { includeDeclaration = true } }))
same(places and #places, 2, 'references')

-- A fix: what the menu of actions applies.
wait(function() return vim.tbl_contains(vim.tbl_map(function(each) return each[3] end, codes()), 'E101') end, 'findings after the new name')
vim.api.nvim_win_set_cursor(0, { 2, 5 })
local menu
vim.ui.select = function(choices, _, done) menu = choices; done(choices[1], 1) end
vim.lsp.buf.code_action()
wait(function() return lines()[2] == 'sum steps by day last 7 days' end, 'the fixed line')
-- All fixes of the file that keep the question.
local params = { textDocument = vim.lsp.util.make_text_document_params(), range = { start = { line = 0, character = 0 }, ['end'] = { line = 6, character = 0 } },
  context = { diagnostics = {}, only = { 'source.fixAll' } } }
vim.wait(300)
local actions = request('textDocument/codeAction', params)
check(actions and actions[1] and actions[1].kind == 'source.fixAll.tally', 'fixes: ' .. vim.inspect(actions))
if actions and actions[1] then vim.lsp.util.apply_workspace_edit(actions[1].edit, (encoding())) end
same(lines()[3], 'sum steps where source is "iPhone 😀ü" by day', 'the line with the emoji')
same(lines()[6], 'sum heartRate by day', 'a line whose fix changes the question')

-- Layout.
if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 10000 }) else vim.lsp.buf.formatting_sync({}, 10000) end
same(lines()[4], 'sum steps by week last 4 weeks', 'layout')

-- Answers below statements.
local namespace = vim.api.nvim_get_namespaces()['tally']
local function answers()
  local shown = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
    local parts = {}
    for _, line in ipairs(mark[4].virt_lines or {}) do
      local row = ''
      for _, part in ipairs(line) do row = row .. part[1] end
      table.insert(parts, row)
    end
    shown[mark[2]] = table.concat(parts, '\n')
  end
  return shown
end
vim.api.nvim_win_set_cursor(0, { 2, 0 })
vim.cmd('TallyRun')
wait(function() return answers()[1] ~= nil end, 'the answer')
check((answers()[1] or ''):find('2026-06-24 to 2026-07-01', 1, true) and (answers()[1] or ''):find('7 rows, 1 partial', 1, true), 'answer: ' .. vim.inspect(answers()))
-- The lens above a statement gives the same.
local lenses = request('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() })
check(lenses and #lenses >= 4, 'lenses: ' .. vim.inspect(lenses))
local command = vim.lsp.commands['tally.run']
local lens = vim.tbl_filter(function(each) return each.range.start.line == 4 end, lenses or {})[1]
if command and lens then
  command(lens.command, { bufnr = 0, client_id = 1 })
  wait(function() return answers()[4] ~= nil end, 'the answer of the lens')
  check((answers()[4] or ''):find('3 rows', 1, true), 'answer of the lens: ' .. vim.inspect(answers()[4]))
else
  check(false, 'no command for the lens')
end
-- Again: not twice.
vim.cmd('TallyRun')
vim.wait(500)
local count = 0
for _ in pairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, {})) do count = count + 1 end
same(count, 2, 'answers after the same statement ran twice')
vim.cmd('TallyClear')
same(answers(), {}, 'after the answers are removed')
vim.cmd('silent write')

-- Markdown: only with blocks of Tally.
write('notes.md', '# Notes ü😀\n\n```tally\nsum stepz\n```\n')
wait(function() return #findings() > 0 end, 'findings in Markdown')
same(codes(), { { 3, 4, 'E101' } }, 'findings in Markdown')
write('plain.md', '# Notes\n\nsum stepz\n')
vim.wait(500)
same(#(vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.tbl_keys(vim.lsp.buf_get_clients(0))), 0, 'servers for Markdown without blocks')

-- Ends of lines of Windows.
write('windows.tally', 'sum steps\r\nsum stepz\r\n')
same(vim.bo.fileformat, 'dos', 'ends of lines')
wait(function() return #findings() > 0 end, 'findings with ends of lines of Windows')
same(codes(), { { 1, 4, 'E101' } }, 'findings with ends of lines of Windows')
vim.api.nvim_win_set_cursor(0, { 2, 5 })
vim.lsp.buf.code_action()
if not wait(function() return lines()[2] == 'sum steps' end, 'the fixed line with ends of lines of Windows') then
  check(false, vim.inspect(lines()))
end

io.stderr:write(checks .. ' checks in Neovim ' .. tostring(vim.version().major .. '.' .. vim.version().minor .. '.' .. vim.version().patch) .. ', ' .. failures .. ' differences\n')
vim.cmd(failures == 0 and 'qall!' or 'cquit')
