-- Tally in Neovim 0.7 or later: starts `tally lsp`, and shows answers below their statements.
--
--     require('tally').setup({ cmd = { 'tally', 'lsp' }, store = nil, zone = nil, hints = true, lenses = true })

local M = { options = { cmd = { 'tally', 'lsp' }, filetypes = { 'tally', 'markdown' }, hints = true, lenses = true } }

local answers = vim.api.nvim_create_namespace('tally')
-- Before Neovim 0.8, nothing else remembers the servers that run.
local started = {}

-- Lines of Markdown count only if there is a block of Tally.
local function has_script(buffer)
  if vim.bo[buffer].filetype ~= 'markdown' then return true end
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    if line:match('^ ? ? ?```+%s*{?%.?tally') or line:match('^ ? ? ?~~~+%s*{?%.?tally') then return true end
  end
  return false
end

local function client_of(buffer)
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer, name = 'tally' }) or vim.lsp.buf_get_clients(buffer)
  for _, client in pairs(clients) do
    if client.name == 'tally' then return client end
  end
end

-- Lenses are drawn only after they are asked for, until Neovim 0.12.
local function show_lenses(buffer)
  if vim.lsp.codelens.enable then return vim.lsp.codelens.enable(true, { bufnr = buffer }) end
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    group = vim.api.nvim_create_augroup('tally_lenses_' .. buffer, {}),
    buffer = buffer,
    callback = function() vim.lsp.codelens.refresh() end,
  })
  vim.lsp.codelens.refresh()
end

local function on_attach(_, buffer)
  -- Neovim 0.8 and later set this themselves.
  if vim.bo[buffer].omnifunc == '' then vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc' end
  if M.options.hints and vim.lsp.inlay_hint and vim.lsp.inlay_hint.enable then vim.lsp.inlay_hint.enable(true, { bufnr = buffer }) end
  if M.options.lenses then show_lenses(buffer) end
end

--- Starts the server for a buffer, or attaches the buffer to the one that runs.
function M.attach(buffer)
  buffer = (buffer == nil or buffer == 0) and vim.api.nvim_get_current_buf() or buffer
  if client_of(buffer) or not has_script(buffer) then return end
  local key = table.concat(M.options.cmd, ' ')
  local configuration = {
    name = 'tally',
    cmd = M.options.cmd,
    init_options = { store = M.options.store, zone = M.options.zone, now = M.options.now },
    on_attach = on_attach,
    on_exit = function() started[key] = nil end,
  }
  if vim.lsp.start then return vim.lsp.start(configuration, { bufnr = buffer }) end
  started[key] = started[key] or vim.lsp.start_client(configuration)
  if started[key] then vim.lsp.buf_attach_client(buffer, started[key]) end
end

--- Removes all answers of a buffer.
function M.clear(buffer) vim.api.nvim_buf_clear_namespace(buffer or 0, answers, 0, -1) end

-- The last line of the statement that a line belongs to: a statement goes on after a line that ends in `,`, `|` or an
-- open bracket, and before one that is indented or starts with `|`.
local function last_line(buffer, line)
  local lines = vim.api.nvim_buf_get_lines(buffer, line, -1, false)
  for number = 1, #lines - 1 do
    local goes_on = lines[number]:gsub('#.*$', ''):match('[,|(]%s*$')
    if not goes_on and not lines[number + 1]:match('^%s+%S') and not lines[number + 1]:match('^|') then return line + number - 1 end
  end
  return line + math.max(#lines - 1, 0)
end

local function show(buffer, line, text)
  local shown = {}
  for part in (text:gsub('\n+$', '') .. '\n'):gmatch('(.-)\n') do
    table.insert(shown, { { part == '' and ' ' or part, 'Comment' } })
  end
  local place = last_line(buffer, line)
  vim.api.nvim_buf_clear_namespace(buffer, answers, place, place + 1)
  vim.api.nvim_buf_set_extmark(buffer, answers, place, 0, { virt_lines = shown })
end

--- Answers the statement on a line, from 0, below it. Without a line, that of the cursor.
function M.run(line, buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  line = line or vim.api.nvim_win_get_cursor(0)[1] - 1
  local client = client_of(buffer)
  if not client then return vim.notify('tally: no server is running for this file', vim.log.levels.WARN) end
  local parameters = { command = 'tally.run', arguments = { vim.uri_from_bufnr(buffer), line } }
  local function answered(failure, result)
    if failure then return vim.notify('tally: ' .. failure.message, vim.log.levels.ERROR) end
    if result and result.text then show(buffer, line, result.text) end
  end
  -- Neovim 0.11 made functions of a client methods.
  if vim.fn.has('nvim-0.11') == 1 then return client:request('workspace/executeCommand', parameters, answered, buffer) end
  client.request('workspace/executeCommand', parameters, answered, buffer)
end

function M.setup(options)
  M.options = vim.tbl_extend('force', M.options, options or {})
  -- The lens above a statement runs it.
  vim.lsp.commands['tally.run'] = function(command)
    M.run(command.arguments[2], vim.uri_to_bufnr(command.arguments[1]))
  end
  vim.api.nvim_create_user_command('TallyRun', function() M.run() end, { desc = 'Answer the statement at the cursor below it' })
  vim.api.nvim_create_user_command('TallyClear', function() M.clear() end, { desc = 'Remove the answers of Tally' })
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('tally', {}),
    pattern = M.options.filetypes,
    callback = function(event) M.attach(event.buf) end,
  })
end

return M
