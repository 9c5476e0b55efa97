-- Uses `tally lsp` in a real Neovim, as `make test-editors` starts it:
--
--     TALLY=… STORE=… nvim --headless -u Tests/Editors/neovim.lua FILE
--
-- FILE is a copy of `neovim.tally`. Ends with the code 1 if a check fails.
local root = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h:h')
vim.opt.runtimepath:prepend(root .. '/Support/editors/neovim')
vim.opt.runtimepath:prepend(root .. '/Support/editors/vim')
vim.cmd('runtime! plugin/tally.lua')
require('tally').setup({
  cmd = { vim.env.TALLY, 'lsp', '--now', '2026-06-30T18:20:00+02:00', '--zone', 'Europe/Berlin' },
  store = vim.env.STORE,
})

local passed, failed = 0, 0
local function check(is_right, what, found)
  if is_right then
    passed = passed + 1
  else
    failed = failed + 1
    io.stdout:write('failed: ' .. what .. '\n    found ' .. vim.inspect(found) .. '\n')
  end
end

local function wait(condition) return vim.wait(30000, condition, 20) end
local function codes() return vim.tbl_map(function(d) return d.code end, vim.diagnostic.get(0)) end
local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end
local function ask(method, line, column, extra)
  local parameters = vim.tbl_extend('force', {
    textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = column },
  }, extra or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, parameters, 30000) or {}) do return answer.result end
end

local function test()
  check(vim.bo.filetype == 'tally', 'the type of the file is known', vim.bo.filetype)
  check(vim.bo.commentstring == '# %s', 'comments are known', vim.bo.commentstring)
  check(wait(function() return #codes() == 2 end), 'two mistakes are shown', codes())
  local first = vim.diagnostic.get(0)[1]
  check(first.lnum == 3 and first.col == 4 and first.code == 'E101', 'a mistake has its place', first)

  -- An explanation in a window
  vim.api.nvim_win_set_cursor(0, { 2, 1 })
  vim.lsp.buf.hover()
  local shown
  wait(function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
        vim.api.nvim_win_close(window, true)
      end
    end
    return shown ~= nil
  end)
  check(shown and shown:find('Adds up stepCount', 1, true), 'a query is explained', shown)

  -- Completion
  vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
  local items = ask('textDocument/completion', 1, 3)
  check(items.items[1].label == 'recent', 'a name is completed', items.items[1])

  -- A fix
  local actions = ask('textDocument/codeAction', 3, 4, {
    range = { start = { line = 3, character = 4 }, ['end'] = { line = 3, character = 4 } }, context = { diagnostics = {} },
  })
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  check(lines()[4] == 'sum steps today', 'the fix is applied', lines()[4])
  check(wait(function() return #codes() == 1 end), 'its mistake is gone', codes())

  -- A new name
  vim.api.nvim_win_set_cursor(0, { 2, 1 })
  vim.lsp.buf.rename('lately')
  check(wait(function() return lines()[1]:find('lately', 1, true) ~= nil end), 'a name is changed', lines())
  check(lines()[2] == 'lately | top 3', 'so is its use', lines()[2])

  -- The layout
  vim.lsp.buf.formatting_sync(nil, 30000)
  check(lines()[5] == 'sum steps by week last 30 days', 'the layout is made', lines())

  -- An answer below its statement
  vim.api.nvim_win_set_cursor(0, { 2, 0 })
  vim.cmd('TallyRun')
  local marks
  wait(function()
    marks = vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()['tally'], 0, -1, { details = true })
    return #marks == 1
  end)
  local text = {}
  for _, line in ipairs(marks[1][4].virt_lines or {}) do table.insert(text, line[1][1]) end
  local answer = table.concat(text, '\n')
  check(marks[1][2] == 1 and answer:find('13,611', 1, true), 'the answer stands below the statement', answer)
  vim.cmd('TallyClear')
  check(#vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()['tally'], 0, -1, {}) == 0, 'answers can be removed')

  -- Lenses
  local lenses = ask('textDocument/codeLens', 0, 0)
  vim.lsp.commands['tally.run'](lenses[1].command)
  check(wait(function() return #vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()['tally'], 0, -1, {}) == 1 end), 'a lens runs its statement')

  -- The end of the server
  local id = vim.tbl_keys(vim.lsp.buf_get_clients(0))[1]
  vim.lsp.stop_client(id)
  check(wait(function() return #vim.tbl_keys(vim.lsp.buf_get_clients(0)) == 0 end), 'the server ends')
end

vim.api.nvim_create_autocmd('VimEnter', {
  callback = function()
    local worked, problem = pcall(test)
    if not worked then check(false, 'the test runs', problem) end
    io.stdout:write(string.format('%d passed, %d failed\n', passed, failed))
    vim.cmd(failed == 0 and 'qall!' or 'cquit!')
  end,
})
